/** Why files cannot be opened, in German. */

import type { Messages } from "../messages";

export const opening: Messages["opening"] = {
  "{origin} cannot be read: {fault}": "{origin} lässt sich nicht öffnen: {fault}.",
  "{origin} is empty: open the page fully, or choose another file":
    "{origin} ist leer. Öffnen Sie die Seite vollständig, oder wählen Sie eine andere Datei.",
  "{origin} could not be parsed: {reason}": "{origin} lässt sich nicht lesen: {reason}.",
  "it is Rich Text; save it as .docx": "Das ist eine Rich-Text-Datei; speichern Sie sie als .docx",
  "it is protected by a password; save it without one":
    "Die Datei ist mit einem Passwort geschützt; speichern Sie sie ohne Passwort",
  "it is in the format of Word 2003 and older; save it as .docx":
    "Die Datei hat das Format von Word 2003 oder älter; speichern Sie sie als .docx",
  "it is a document of another kind than Word's; save it as .docx or PDF":
    "Das ist kein Word-Dokument; speichern Sie es als .docx oder PDF",
  "no file in it begins a document": "Keine der Dateien ist ein Artikel",
  "it holds more than {MOST_BYTES} bytes":
    "Die Datei enthält mehr als {MOST_BYTES} Bytes; wählen Sie nur den Artikel",
  "it could not be decompressed ({error})":
    "Die Datei lässt sich nicht entpacken ({error}); laden Sie sie erneut herunter",
  "its only file holds more than {MOST_ALONE} bytes":
    "Ihre Datei enthält mehr als {MOST_ALONE} Bytes; wählen Sie nur den Artikel",
  "it is not a text file": "Das ist keine Textdatei; wählen Sie HTML, PDF oder Quelltext des Artikels",
  "there is no text in it": "Die Datei enthält keinen Text; wählen Sie eine andere",
  "its archive says more than {MOST_ABOUT_A_FILE} bytes about one file":
    "Das Archiv ist beschädigt: mehr als {MOST_ABOUT_A_FILE} Bytes zu einer Datei",
  "its archive has more than {MOST_ENTRIES} entries":
    "Das Archiv hat mehr als {MOST_ENTRIES} Einträge; packen Sie nur den Artikel",
  "{name} in it is locked with a password; save it without":
    "{name} darin ist mit einem Passwort geschützt; speichern Sie es ohne Passwort",
  "{name} in it is packed in a way that is not read here":
    "{name} darin ist auf nicht lesbare Weise gepackt; packen Sie es als einfaches .zip",
  "{name} in it unpacks to more than {most} bytes":
    "{name} darin wird entpackt größer als {most} Bytes; packen Sie ohne diese Datei",
  "{name} in it unpacks to more than {MOST_RATIO} times its size":
    "{name} darin wird entpackt mehr als {MOST_RATIO}-mal so groß; packen Sie ohne diese Datei",
  "its archive is broken ({error}); save or download it again":
    "Das Archiv ist beschädigt ({error}); speichern oder laden Sie es erneut",
  "it has no {main}": "Der Teil {main} fehlt; speichern Sie die Datei erneut",
  "{name} in it: {reason}": "Der Teil {name} ist beschädigt ({reason}); speichern Sie die Datei erneut",
};
