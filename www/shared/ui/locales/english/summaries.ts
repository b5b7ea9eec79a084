/** What the steps of a trail came to. core-phrases.test.ts compares the templates with the core. */

/** What a step of the trail came to, by the core’s sentence. What stands in braces is a name, a number or another of these. */
export const summary = {
  "a sentence of the source repeats the claim nearly word for word":
    "A sentence in the source repeats the claim nearly word for word.",
  "a sentence of the source that is nearly the claim says otherwise, and no other takes it back":
    "A sentence in the source that is nearly the claim says otherwise, and no other sentence takes it back.",
  "a window of the source entails the claim with its neighbours":
    "A passage in the source confirms the claim with the sentences around it.",
  "the whole source lacks a number of the claim": "The source lacks a number of the claim.",
  "what it quotes is not what the source says": "The quotation is not what the source says.",
  "One of them was chosen before, and is asked about.": "This reference was chosen earlier.",
  "a sentence of the source on the same matter says otherwise, and no other takes it back":
    "A sentence in the source on the same matter says otherwise, and no other sentence takes it back.",
  "a sentence of the source says the same in every respect that was compared":
    "A sentence in the source says the same in every respect compared.",
  "a window of the source contradicts the claim": "A passage in the source contradicts the claim.",
  "a window of the source entails the claim": "A passage in the source confirms the claim.",
  "named in passing: judged by topic only": "Named in passing: compared by topic only.",
  "no sentence of the source shares the claim's words":
    "No sentence in the source shares words with the claim.",
  "not checked": "Not checked.",
  "nothing can be shown for it": "Nothing in the source can be shown for it.",
  "nothing found decides": "Nothing found is conclusive.",
  "title and abstract of the work are far from the sentence and from the article":
    "Title and abstract of the work are far from the sentence and from the article.",
  "the whole source lacks the claim's words; another source of the list holds them":
    "The source lacks the claim’s words; another source in the list has them.",
  "what the endpoint was asked for this claim": "What the AI model was asked about this claim.",
  "which entry is meant is not sure enough to object": "It isn’t certain enough which reference is meant.",
  "words that may be misread are not sure enough to object":
    "Words that may be misread aren’t certain enough.",
  "“{surface}” links to entry {number} of the reference list.": "“{surface}” links to reference {number}.",
  "“{surface}” matches entry {number} of the reference list.": "“{surface}” matches reference {number}.",
  "“{surface}” fits an entry of the reference list, but its own link leads elsewhere.":
    "“{surface}” fits a reference, but its own link leads elsewhere.",
  "“{surface}” fits {count} entries of the reference list.": "“{surface}” fits {count} references.",
  "“{surface}” fits {count} or more entries of the reference list.":
    "“{surface}” fits {count} or more references.",
  "“{surface}” fits no entry of the reference list.": "“{surface}” fits no reference.",
  "{model} ({prompt}): {came_to}": "{model} ({prompt}): {came_to}",
  "{model} ({prompt}): {came_to} (tokens estimated)": "{model} ({prompt}): {came_to} (tokens estimated)",
  "entry {number} of the reference list is meant, going by “{quote}”":
    "reference {number} is meant, judging by “{quote}”",
  "the words do not tell which of them is meant": "the words don’t say which of them is meant",
  "no majority for any of them": "no majority for any of them",
  "{reason}; the citation stays ambiguous": "{reason}; the citation remains ambiguous",
  "Matched to “{title}” in {source}; {fields}.": "Matched to “{title}” in {source}; {fields}.",
  "Matched to “{title}” in {source}; {fields}. Another article of this title was retracted, withdrawn or put in doubt{place}.":
    "Matched to “{title}” in {source}; {fields}. Another article with this title was retracted, withdrawn or questioned{place}.",
  "no field differs": "all fields agree",
  "1 field differs": "1 field differs",
  "{count} fields differ": "{count} fields differ",
  "{asked} answered; {count} records fit only in part.":
    "{asked} answered; {count} records match only in part.",
  "{asked} answered; no record fits.": "{asked} answered; no record matches.",
  "No source": "No index",
  "Not resolved: {reason}.": "Not looked up: {reason}.",
  "The entry is {identifier} alone, in {source} that of “{title}”.":
    "The entry is only {identifier}, which {source} lists as “{title}”.",
  "The entry is {identifier} alone, which leads to a record with another identifier.":
    "The entry is only {identifier}, which leads to a record with a different identifier.",
  "The entry is {identifier} alone, which neither its registrar nor an index knows: {asked}.":
    "The entry is only {identifier}, which neither its registrar nor any index lists: {asked}.",
  "Read {extent} in {origin}: {identity}.": "Read {extent} in {origin}: {identity}.",
  "the full text": "the full text",
  "what could be read of the full text, of which parts are missing,": "the full text with gaps",
  "the abstract": "the abstract",
  passages: "passages",
  "its identifier is the record's": "its identifier matches the record",
  "its title is the record's": "its title matches the record",
  "Read the abstract in {source}.": "Read the abstract in {source}.",
  "No readable text was found.": "No readable text was found.",
  "No text was taken: {reason}.": "No text was used: {reason}.",
  "Sent the claim to {name}, which answered with passages of the work.":
    "Sent the claim to {name}, which returned passages from the work.",
  "Sent the claim to {name}, which has no passage of the work for it.":
    "Sent the claim to {name}, which has no passage from the work on it.",
  "Sent the claim to {name}: {reason}.": "Sent the claim to {name}: {reason}.",
  "{kept} of {all} passages kept ({rankings})": "Kept {kept} of {all} passages ({rankings}).",
  "ranked by {model}": "ranked by {model}",
  "word ranks and {model} fused, no cross-encoder":
    "ranked by shared words and {model}, without a cross-encoder",
  "word ranks only: no bi-encoder is loaded": "ranked by shared words only; no embedding model is loaded",
  "{kept} of {all} windows kept, nearest first": "Kept {kept} of {all} excerpts, closest first.",
  "{model} compared the claim with {sentences} sentences and {windows} windows":
    "{model} compared the claim with {sentences} sentences and {windows} excerpts.",
  "{count} windows compared once more with the neighbouring sentences":
    "Compared {count} excerpts again, with the sentences around the claim.",
  "nearest sentence": "Closest sentence",
  "agrees in {kinds}": "agrees in {kinds}",
  "differs in {kinds}": "differs in {kinds}",
  "is unclear in {kinds}": "is unclear in {kinds}",
  number: "numbers",
  direction: "direction",
  negation: "negation",
  entity: "names",
  scope: "scope",
  causal: "cause and effect",
  hedge: "caution",
  "quotation “{words} …” is in the source word for word":
    "The quotation “{words} …” is in the source word for word.",
  "quotation “{words} …” is in the source with other words":
    "The quotation “{words} …” is in the source in other words.",
  "quotation “{words} …” is nowhere in the source": "The quotation “{words} …” is nowhere in the source.",
  "one sentence of the source states it, with a citation of another work":
    "One sentence in the source states it and cites another work for it.",
  "{count} sentences of the source state it, each with a citation of another work":
    "{count} sentences in the source state it, each citing another work for it.",
  "“{text}” says too little to be looked up": "“{text}” says too little to look up.",
  "the record's notice is older than this paper": "The notice is older than this article.",
  "The nearest record, “{title}”, is another work.": "The closest record, “{title}”, is a different work.",
  "No record is anywhere near.": "No record is close.",
  "“{claimed}” is neither among the record's authors nor in the entry.":
    "“{claimed}” is neither among the record’s authors nor in the entry.",
  "no majority": "no majority",
  "the passages do not tell": "the passages don’t say",
  "supported, but a sentence that is nearly the claim differs":
    "supported, but a sentence that nearly repeats the claim differs",
  "its quote stands in no passage": "what it quotes is in none of the passages",
  supported: "supported",
  contradicted: "contradicted",
  unclear: "unclear",
  "{by}: {came_to}": "{by}: {came_to}",
  "{question}: {how}": "{question} ({how})",
  "suggested by signals": "suggested by the comparison",
  "by rule": "by rule",
  "could a reader find the right work and author from this reference?":
    "Could a reader find the right work and author from this reference?",
  "is the source disqualified as evidence?": "Is the source disqualified as evidence?",
  "read in context, does it say this?": "Read in context, does it say this?",
  "is a valid result applied outside its population, setting, task?":
    "Is a valid result applied outside its population, setting or task?",
  "is the strength or kind of evidence as claimed?": "Is the strength or kind of evidence as claimed?",
  "no question is failed: nothing is wrong that could be named": "nothing wrong that could be named",
  "none of the categories for sure": "none of the categories for certain",
  "{count} papers that cite “{title}” were heard, named by {sources}":
    "{count} papers that cite “{title}” were read; listed by {sources}",
  "of {quoted} only sentences that an index quotes, their texts were not read":
    "of {quoted} of them, only sentences that an index quotes",
  "of {unknown} a percentile is not known and counts {share} (table of {date})":
    "for {unknown} of them a percentile is unknown and counts as {share} (table of {date})",
  "the committee decides": "The citing papers decide.",
  "the committee abstains: {clauses}": "The citing papers decide nothing: {clauses}.",
  "what the sentence attributes to the source could not be told":
    "it is unclear what the sentence attributes to the source",
  "too few papers that cite it could be heard": "too few papers that cite it could be read",
  "none of them carries any weight": "none of them carries any weight",
  "what they say decides neither way": "what they say points neither way",
  "they disagree": "they disagree",
  "what they say is not sure enough": "what they say is not certain enough",
  "others who might say otherwise could not be heard": "others that might say otherwise could not be read",
};
