/** Why files cannot be opened, by the core’s sentence. core-phrases.test.ts compares the templates with the core. */

export const opening = {
  "{origin} cannot be read: {fault}": "{origin} can’t be opened: {fault}.",
  "{origin} is empty: open the page fully, or choose another file":
    "{origin} is empty. Open the page fully, or choose another file.",
  "{origin} could not be parsed: {reason}": "{origin} can’t be parsed: {reason}.",
  "it is Rich Text; save it as .docx": "it is a Rich Text file; save it as .docx",
  "it is protected by a password; save it without one": "it is protected by a password; save it without one",
  "it is in the format of Word 2003 and older; save it as .docx":
    "it is in the format of Word 2003 or older; save it as .docx",
  "it is a document of another kind than Word's; save it as .docx or PDF":
    "it isn’t a Word document; save it as .docx or PDF",
  "no file in it begins a document": "none of its files is an article",
  "it holds more than {MOST_BYTES} bytes": "it holds more than {MOST_BYTES} bytes; choose the article alone",
  "it could not be decompressed ({error})": "it can’t be decompressed ({error}); download it again",
  "its only file holds more than {MOST_ALONE} bytes":
    "its file holds more than {MOST_ALONE} bytes; choose the article alone",
  "it is not a text file": "it isn’t a text file; choose the article’s HTML, PDF or source",
  "there is no text in it": "it has no text; choose another file",
  "its archive says more than {MOST_ABOUT_A_FILE} bytes about one file":
    "its archive is damaged: it has more than {MOST_ABOUT_A_FILE} bytes about one file",
  "its archive has more than {MOST_ENTRIES} entries":
    "its archive has more than {MOST_ENTRIES} entries; pack the article alone",
  "{name} in it is locked with a password; save it without":
    "{name} in it is protected by a password; save it without one",
  "{name} in it is packed in a way that is not read here":
    "{name} in it is compressed in a way that can’t be read; pack it as a plain .zip",
  "{name} in it unpacks to more than {most} bytes":
    "{name} in it unpacks to more than {most} bytes; pack it without that file",
  "{name} in it unpacks to more than {MOST_RATIO} times its size":
    "{name} in it unpacks to more than {MOST_RATIO} times its size; pack it without that file",
  "its archive is broken ({error}); save or download it again":
    "its archive is damaged ({error}); save or download it again",
  "it has no {main}": "its part {main} is missing; save it again",
  "{name} in it: {reason}": "its part {name} is damaged ({reason}); save it again",
};
