/** What the steps of a trail came to, where this says it better than the core; other languages say all of it. */

/** By the core’s sentence. What stands in braces is a name, a number or another of these. */
export const summary: Readonly<Record<string, string>> = {
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
};
