/** Deutsch. Kurz, schlicht, nie anklagend; die Fachwörter der Bibliotheken, wo es welche gibt. */

import type { Words } from "./en";

function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString("de")} ${n === 1 ? one : many}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat("de", { type: "conjunction" }).format(names);
}

export const de: Words = {
  language: "de",
  name: "Citelight",
  verdict: {
    supported: "Gestützt",
    miscited: "Zu prüfen",
    undecidable: "Nicht entscheidbar",
    unchecked: "Nicht geprüft",
  },
  need: {
    review: "Zu prüfen",
    reference: "Problem mit der Quelle",
    undecidable: "Nicht entscheidbar",
    unchecked: "Nicht geprüft",
    supported: "Gestützt",
  },
  needHint: {
    review: "Die Quelle scheint etwas anderes zu sagen.",
    reference: "Das zitierte Werk wurde nicht gefunden, ist zurückgezogen oder weicht von seinem Eintrag ab.",
    undecidable: "Die Quelle wurde gelesen und entscheidet es nicht.",
    unchecked: "Die Quelle konnte hier nicht gelesen werden.",
    supported: "Die Quelle sagt das.",
  },
  standing: {
    retracted: "zurückgezogen",
    concern: "Bedenken geäußert",
    missing: "kein Nachweis gefunden",
    differs: "weicht vom Nachweis ab",
    open: "offen",
    found: "gefunden",
  },
  standingHint: {
    retracted: "Wer sich darauf stützt, sollte es wissen.",
    concern:
      "Die Zeitschrift hat Bedenken zu diesem Werk geäußert. Wer sich darauf stützt, sollte es wissen.",
    missing:
      "Keine der befragten Stellen kennt ein Werk wie in diesem Eintrag. Suchen Sie selbst danach, bevor Sie sich darauf stützen.",
    differs: "Das Werk wurde gefunden; der Eintrag sagt anderes über es als der Nachweis.",
    open: "Die Nachweise lassen offen, welches Werk gemeint ist.",
    found: "Eintrag und Nachweis stimmen überein.",
  },
  category: {
    "attribution-traceability": "Zuschreibung",
    "citation-validity": "Gültigkeit",
    "content-misrepresentation": "Inhalt",
    "scope-extrapolation": "Geltungsbereich",
    "evidence-characterization": "Stärke der Belege",
  },
  subtype: {
    "ghost-citation": "kein Nachweis gefunden",
    "author-misattribution": "andere Autoren",
    retracted: "zurückgezogen",
    "secondary-source": "Sekundärquelle",
    irrelevant: "handelt von anderem",
    contradictory: "sagt anderes",
    "selective-quotation": "nur teilweise zitiert",
    "omitted-qualifiers": "Einschränkung weggelassen",
    "conflated-findings": "zwei Befunde vermengt",
    overgeneralisation: "weiter als die Quelle",
    "methodological-misapplication": "Methode anderswo verwendet",
    "data-scope-misuse": "Daten anderswo verwendet",
    "correlation-as-causation": "Zusammenhang als Ursache",
    "statistical-distortion": "Zahl verändert",
  },
  step: {
    map: "Zitat und Eintrag",
    resolve: "Eintrag und Nachweis",
    access: "Text der Quelle",
    retrieve: "Abschnitte",
    windows: "Sätze",
    infer: "Vergleich",
    expand: "Vergleich mit Nachbarsätzen",
    signals: "Zahlen, Richtungen, Einschränkungen",
    committee: "Was zitierende Arbeiten sagen",
    decide: "Entscheidung",
    arbitrate: "Das Modell gefragt",
    categorise: "Kategorie",
  },
  stage: {
    map: "Die Seite wird gelesen",
    resolve: "Quellenangaben werden nachgeschlagen",
    access: "Quellen werden gesucht",
    verify: "Zitate werden geprüft",
  },
  field: { authors: "Autoren", title: "Titel", year: "Jahr", venue: "Erschienen in", doi: "DOI" },
  dismissReason: {
    "source-agrees": "Die Quelle sagt das doch",
    "claim-misread": "Der Satz wurde missverstanden",
    "wrong-source": "Das ist nicht die zitierte Quelle",
    "not-worth": "Nicht der Rede wert",
  },
  severity: { info: "Hinweis", warning: "Vorsicht", error: "Problem" },
  notice: {
    "no-models": "Keine Modelle",
    "no-records": "Keine Nachweise",
    "source-failed": "Nachweise waren nicht zu haben",
    damaged: "Die Seite ist unvollständig",
    cancelled: "Vorzeitig beendet",
  },
  reason: (reason) => {
    switch (reason.kind) {
      case "source-says-so":
        return "Die Quelle sagt das.";
      case "number-differs":
      case "entity-differs":
        return `Die Quelle sagt ${reason.source}, der Satz ${reason.claim}.`;
      case "direction-differs":
        return `Die Quelle sagt „${reason.source}“, der Satz „${reason.claim}“.`;
      case "negation-differs":
        return reason.claim === "" && reason.source !== ""
          ? `Die Quelle verneint es („${reason.source}“), der Satz nicht.`
          : reason.claim !== "" && reason.source === ""
            ? `Der Satz verneint es („${reason.claim}“), die Quelle nicht.`
            : "Quelle und Satz unterscheiden sich in einer Verneinung.";
      case "hedge-dropped":
        return `Die Quelle ist vorsichtiger („${reason.source}“) als der Satz.`;
      case "scope-differs":
        return `Die Quelle handelt von ${reason.source}, der Satz von ${reason.claim}.`;
      case "causal-upgrade":
        return `Die Quelle berichtet einen Zusammenhang („${reason.source}“), der Satz nennt eine Ursache („${reason.claim}“).`;
      case "author-differs":
        return `Der Satz nennt ${reason.claim}; die Autoren im Nachweis sind ${reason.record}.`;
      case "no-record":
        return `Kein Nachweis bei ${reason.asked.length === 0 ? "den befragten Stellen" : list(reason.asked)} gefunden.`;
      case "metadata-differs":
        return `Der Nachweis weicht von der Quellenangabe ab: ${reason.differences
          .map(({ field, record, reference }) => `${de.field[field]} „${record}“, im Eintrag „${reference}“`)
          .join("; ")}.`;
      case "retracted":
        return `Das Werk wurde${reason.year === null ? "" : ` ${reason.year}`} zurückgezogen${reason.notice === null ? "" : ` (Mitteilung: ${reason.notice})`}.`;
      case "not-found-in-source":
        return "Die Quelle wurde gelesen und sagt es weder, noch bestreitet sie es.";
      case "another-subject":
        return `Die Quelle erwähnt ${list(reason.missing.map((word) => `„${word}“`))} nirgends; ${reason.elsewhere} schon.`;
      case "evidence-weak":
        return "Die gefundenen Stellen entscheiden es nicht.";
      case "model-finds-support":
        return `Nach den gezeigten Worten findet ${reason.model}, dass die Quelle das sagt.`;
      case "model-finds-contradiction":
        return `Nach den gezeigten Worten findet ${reason.model}, dass die Quelle anderes sagt${reason.rationale === "" ? "." : `: ${reason.rationale}`}`;
      case "abstract-only":
        return "Nur die Zusammenfassung konnte gelesen werden.";
      case "perfunctory":
        return "Das Werk wird nur nebenbei genannt; es existiert und passt zum Thema.";
      case "witnesses-say-so":
        return `Die Quelle konnte nicht gelesen werden; ${count(reason.witnesses, "Arbeit, die sie zitiert, sagt", "Arbeiten, die sie zitieren, sagen")} dasselbe: „${reason.statement}“`;
      case "witnesses-say-otherwise":
        return `Die Quelle konnte nicht gelesen werden; ${count(reason.witnesses, "Arbeit, die sie zitiert, sagt", "Arbeiten, die sie zitieren, sagen")} anderes: „${reason.statement}“`;
      case "witnesses-undecided":
        return reason.witnesses === 0
          ? "Keine Arbeit, die sie zitiert, konnte gehört werden."
          : `Die Quelle konnte nicht gelesen werden, und ${count(reason.witnesses, "zitierende Arbeit entscheidet", "zitierende Arbeiten entscheiden")} es nicht: ${reason.reason}`;
      case "no-text":
      case "not-resolved":
      case "not-mapped":
      case "no-model":
        return `Konnte nicht geprüft werden: ${reason.reason}`;
      case "entry-chosen":
        return `Das Zitat passt zu ${reason.entries} Einträgen des Literaturverzeichnisses; dass dieser gemeint ist, hat ein Modell gewählt.`;
    }
  },
  count,
  list,
  percent,

  card: {
    label: (word) => `Zitat: ${word}`,
    confidence: (value) =>
      `Sicherheit ${value.toLocaleString("de", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`,
    suggested: "Vorschlag",
    claim: "Aussage",
    source: "Quelle",
    evidence: "Was die Quelle sagt",
    nearest: "Nächstliegende Worte der Quelle",
    why: "Warum",
    how: "Wie das entschieden wurde",
    numbers: "Werte",
    conditions: { met: "erfüllt:", unmet: "nicht erfüllt:" },
    dismiss: "Verwerfen",
    dismissWhy: "Warum ist das kein Problem?",
    dismissed: (reason) => `Verworfen: ${reason}`,
    undo: "Rückgängig",
    copy: "Kopieren",
    copied: "Kopiert",
    copyFailed: "Das Kopieren wurde verweigert. Markieren Sie den Text und kopieren Sie ihn von Hand.",
    next: "Weiter",
    previous: "Zurück",
    close: "Schließen",
    findings: "Quellen dieses Zitats",
    pending: "Noch nicht geprüft",
    open: "Quelle öffnen (neuer Tab)",
    abstractOnly: "nur Zusammenfassung",
    paragraph: (n) => `Abs. ${n}`,
    differs: (name, here, there) => `${name}: im Eintrag steht „${here}“, im Nachweis „${there}“.`,
    ghost: (asked) => `Kein Nachweis bei ${list(asked)} gefunden.`,
    retracted: (year) =>
      year === null ? "Das Werk wurde zurückgezogen." : `Das Werk wurde ${year} zurückgezogen.`,
    reference: "Eintrag",
  },

  committee: {
    summary: (n) =>
      `Was ${n === 1 ? "eine zitierende Arbeit sagt" : `${n.toLocaleString("de")} zitierende Arbeiten sagen`}`,
    relation: {
      entails: "sagt, was der Satz sagt",
      contradicts: "sagt anderes",
      neutral: "sagt nichts dazu",
    },
    weight: (share) => `Gewicht ${percent(share)}`,
    votes: (n, all) => `${n} von ${count(all, "Stimme", "Stimmen")}`,
    influence: (value) =>
      `Einfluss ${value.toLocaleString("de", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`,
    by: (title) => `„${title}“, eine Arbeit, die sie zitiert`,
    quoted: "nach einem Verzeichnis zitiert, nicht gelesen",
    notHeard: (n, parts) =>
      `${count(n, "weitere zitierende Arbeit wurde", "weitere zitierende Arbeiten wurden")} nicht gehört: ${parts.join(", ")}.`,
    refused: {
      editorial: "Editorial",
      retracted: "zurückgezogen",
      "citing-paper": "diese Arbeit selbst",
      "cited-work": "das zitierte Werk selbst",
      "no-text": "ohne freien Text",
      "not-cited": "zitiert es nicht im Text",
      "says-nothing": "sagt nichts darüber",
      "not-heard": "nachdem genug gehört waren",
    },
  },

  reference: {
    label: "Quellenangabe",
    entry: "Eintrag",
    record: "Nachweis",
    none: "Keiner.",
    nearest: "Der nächstliegende, eines anderen Werks:",
    notice: "Die Mitteilung",
    bibtex: "BibTeX des Nachweises",
    copy: "BibTeX kopieren",
    cited: (n) => (n === 1 ? "Wo es zitiert wird" : `Erstes von ${n} Zitaten`),
    list: "Literaturverzeichnis",
    listHint:
      "Einträge, die man sich ansehen sollte. Die anderen stimmen mit ihren Nachweisen überein oder bleiben offen.",
    counts: (found, all, troubles) =>
      `${found} von ${all} gefunden${troubles > 0 ? ` · ${troubles} anzusehen` : ""}`,
    copyAll: (n) => `BibTeX von ${count(n, "Nachweis", "Nachweisen")} kopieren`,
  },

  export: {
    title: "Exportieren",
    format: {
      html: { name: "Bericht (HTML)", hint: "eine Seite zum Lesen, Drucken, Weitergeben" },
      markdown: { name: "Bericht (Markdown)", hint: "für Notizen und Gutachten" },
      csv: { name: "Tabelle (CSV)", hint: "eine Zeile je Befund, für Tabellenprogramme" },
      json: { name: "Alles (JSON)", hint: "was `citelight explain` liest" },
      annotations: { name: "Anmerkungen (JSON-LD)", hint: "W3C Web Annotation, eine je Befund" },
      bibtex: { name: "Literatur (BibTeX)", hint: "die gefundenen Nachweise" },
      "csl-json": { name: "Literatur (CSL-JSON)", hint: "dasselbe für Zotero und andere" },
    },
    nothing: "Es gibt noch nichts zu exportieren. Prüfen Sie zuerst die Zitate.",
    saved: (name) => `Gespeichert als ${name}.`,
    failed: (reason) => `Die Datei konnte nicht geschrieben werden: ${reason}`,
  },

  panel: {
    label: "Zitatprüfung",
    check: "Zitate prüfen",
    again: "Noch einmal prüfen",
    stop: "Anhalten",
    idle: "Jedes Zitat wird mit dem verglichen, was seine Quelle sagt. Gelesen wird in diesem Browser.",
    loading: "Die Modelle werden geladen",
    loadingBytes: (received, total) =>
      total > 0
        ? `Die Modelle werden geladen: ${(received / 1e6).toFixed(0)} von ${(total / 1e6).toFixed(0)} MB`
        : `Die Modelle werden geladen: ${(received / 1e6).toFixed(0)} MB`,
    reading: "Die Seite wird gelesen",
    line: (checked, all, review, open) =>
      [
        `${checked} von ${count(all, "Zitat", "Zitaten")} geprüft`,
        review > 0 ? `${review} anzusehen` : "",
        open > 0 ? `${open} nicht prüfbar` : "",
      ]
        .filter((part) => part.length > 0)
        .join(" · "),
    finished: (summary) =>
      summary.integrity === null
        ? `${percent(summary.coverage)} von ${count(summary.pairs, "Paar", "Paaren")} aus Zitat und Quelle gelesen.`
        : `Integrität ${percent(summary.integrity)}: ${summary.supported} von ${summary.supported + summary.miscited} entschiedenen Paaren sind gestützt. ${percent(summary.coverage)} von ${summary.pairs} gelesen.`,
    stopped: "Vor dem Ende angehalten. Was geprüft wurde, bleibt.",
    failed: "Die Prüfung endete vorzeitig.",
    retry: "Noch einmal versuchen",
    noCitations: "Hier wurden keine Zitate gefunden.",
    noCitationsNext: "Öffnen Sie den Volltext eines Artikels, oder wählen Sie eine andere Datei.",
    nothingInFilter: "Mit diesem Filter ist hier nichts.",
    search: "In den Befunden suchen",
    chart: "Was gefunden wurde",
    categories: "Kategorien dessen, was anzusehen ist",
    noneToReview: "Bisher ist kein Zitat anzusehen.",
    offline: "Offline: nur was auf diesem Gerät ist, wird verwendet.",
    timeLeft: (seconds) =>
      seconds < 60
        ? "noch weniger als eine Minute"
        : `noch etwa ${count(Math.round(seconds / 60), "Minute", "Minuten")}`,
    strip: "Zitate entlang des Textes",
    findings: "Befunde",
    notices: "Hinweise",
    filter: "Anzeigen",
    all: "Alle",
    showSupported: "Auch gestützte Zitate im Text markieren",
    dismissed: "Verworfen",
    notFound: "Stelle auf der Seite nicht gefunden",
    lookUp: "Quellenangaben online nachschlagen",
    lookUpHint:
      "Sendet die Einträge des Literaturverzeichnisses (Titel, Autoren, Kennungen) an Crossref, Semantic Scholar, OpenAlex und andere Verzeichnisse. Der Text des Artikels wird nicht gesendet.",
    committees: "Wo ein Werk nicht zu lesen ist, die fragen, die es zitieren",
    committeesHint:
      "Arbeiten, die das Werk zitieren, werden gesucht und gelesen: etwa ein Dutzend Anfragen je Werk. Ein Befund sagt, dass er darauf beruht. Mit einem Modell werden ihm Aussage und deren Sätze gesendet.",
    keys: "Alt+J weiter · Alt+K zurück · Esc schließt",
    keyLabel: "Tasten",
  },

  endpoint: {
    title: "Ein Modell für das, was offen bleibt",
    about:
      "Aussagen, die hier nicht zu klären sind, können einem Sprachmodell Ihrer Wahl vorgelegt werden: dem eines Anbieters, Ihrer Einrichtung oder auf diesem Gerät; oder einem Citelight-Server, der eines fragt. Gesendet werden je Aussage die Aussage, ihre Nachbarsätze und bis zu drei Stellen der Quelle; sonst nichts von der Seite.",
    kind: "Wer antwortet",
    kindHint:
      "Ein Citelight-Server hat sein eigenes Modell und sein eigenes Budget; Ihre Einrichtung oder die Zeitschrift nennt ihn.",
    kinds: { model: "Ein Modell (OpenAI-kompatibel)", citelight: "Ein Citelight-Server" },
    address: "Adresse",
    addressHint: "Wie seine Anleitung sie nennt, etwa https://models.example.org/v1",
    model: "Modell",
    modelHint: "Wie es dort heißt.",
    key: "Schlüssel",
    keyNew: "Bleibt leer, wenn keiner verlangt wird.",
    keysKept: {
      stored: "Ein Schlüssel ist gespeichert. Ein neuer ersetzt ihn.",
      session: "Ein Schlüssel wird behalten, bis der Browser geschlossen wird. Ein neuer ersetzt ihn.",
    },
    keyHeld:
      "Ein Schlüssel wird im Speicher behalten, bis diese Seite geschlossen wird. Ein neuer ersetzt ihn.",
    keyMemory:
      "Bleibt im Speicher, bis diese Seite geschlossen wird, und wird nur an die Adresse oben gesendet.",
    keysStored: {
      stored:
        "Wird von der Erweiterung unverschlüsselt auf diesem Gerät gespeichert und nur an die Adresse oben gesendet. Keine Seite kann ihn lesen.",
      session: "Wird nur an die Adresse oben gesendet. Keine Seite kann ihn lesen.",
    },
    keySession:
      "Den Schlüssel vergessen, wenn der Browser geschlossen wird (er bleibt im Speicher, nicht auf der Festplatte)",
    removeKey: "Schlüssel entfernen",
    when: "Wann es gefragt wird",
    asks: {
      off: "Nie",
      "on-request": "Nur wenn ich bei einem Befund „Modell fragen“ drücke",
      always: "Bei jeder Aussage, die offen bleibt",
    },
    form: "Wie Antworten in ihrer Form gehalten werden",
    formHint: "Der Test findet die strengste, die geht.",
    forms: { schema: "JSON-Schema", object: "JSON-Objekt", plain: "Allein durch die Anweisung" },
    reasoning: "Nachdenken",
    reasoningHint: "Für Modelle, die nachdenken. Andere lehnen es ab.",
    reasonings: { none: "Dem Modell überlassen", low: "Wenig", medium: "Mittel", high: "Viel" },
    requests: "Höchstens so viele Anfragen je Seite",
    tokens: "Höchstens so viele Token je Seite",
    limitHint:
      "Leer: keine Grenze. Was eine Anfrage höchstens brauchen kann, wird zurückgelegt, bevor sie gesendet wird.",
    priceInput: "Preis für eine Million gelesene Token",
    priceOutput: "Preis für eine Million geschriebene Token",
    priceHint:
      "Mit Preisen sagt jeder Befund, was er gekostet hat, und die Kosten können begrenzt werden. In irgendeiner Währung.",
    cost: "Höchste Kosten je Seite",
    noAmount: "Geben Sie einen Betrag wie 2,50 an, oder lassen Sie das Feld leer.",
    noPrice:
      "Geben Sie beide Preise als Beträge wie 0,15 an, oder lassen Sie beide und die Grenze der Kosten leer.",
    stream: "Antworten stückweise nehmen, wo langsame abgeschnitten werden",
    more: "Mehr Einstellungen",
    save: "Speichern",
    use: "Verwenden",
    test: "Speichern und testen",
    useTest: "Verwenden und testen",
    forget: "Modell und Schlüssel entfernen",
    saved: "Gespeichert.",
    used: "Wird verwendet, bis diese Seite geschlossen wird.",
    forgotten: "Entfernt.",
    keyRemoved: "Der Schlüssel wurde entfernt.",
    testing: (host) => `${host} wird eine winzige Frage gestellt…`,
    answered: (host, form, tokens) =>
      `${host} antwortet, wie es soll. Form: ${form}.${tokens > 0 ? ` Der Test brauchte ${count(tokens, "Token", "Token")}.` : ""}`,
    served: (host, model, tokens) =>
      `${host} ist ein Citelight-Server und antwortet mit ${model}.${tokens > 0 ? ` Der Test brauchte ${count(tokens, "Token", "Token")}.` : ""}`,
    stricter: (reason) => `Eine strengere Form wurde nicht angenommen: ${reason.replace(/\.$/, "")}.`,
    noAddress: "Das ist keine Web-Adresse. Geben Sie eine wie https://models.example.org/v1 an.",
    insecure:
      "Was an diese Adresse gesendet wird, könnte unterwegs gelesen werden. Nehmen Sie https oder einen Server auf diesem Gerät.",
    noModel: "Nennen Sie das Modell, wie es dort heißt.",
    noNumber: "Geben Sie eine ganze Zahl an, oder lassen Sie das Feld leer.",
    notGranted:
      "Der Browser hat Anfragen an diesen Server nicht erlaubt. Nichts wurde gespeichert; speichern Sie noch einmal und erlauben Sie es.",
    notKept: "Es konnte nicht gespeichert werden. Laden Sie diese Seite neu und speichern Sie noch einmal.",
    notSetUp: "in den Einstellungen wurde inzwischen ein anderes Modell eingerichtet; prüfen Sie noch einmal",
    switchedOff: "es wurde in den Einstellungen abgeschaltet",
    noLongerGranted:
      "der Browser erlaubt keine Anfragen mehr an es; speichern Sie es in den Einstellungen noch einmal",
    tooLarge: "die Antwort ist größer, als verlangt war",
    nobodyCarries: "diese Seite stellt keine Anfragen; laden Sie sie neu",
    ask: "Modell fragen",
    stop: "Nicht mehr fragen",
    asking: (host) => `${host} wird gefragt…`,
    wouldSend: (host) =>
      `„Modell fragen“ sendet die Aussage, ihre Nachbarsätze und bis zu drei Stellen an ${host}.`,
    sent: (host, what, requests, tokens) =>
      `An ${host} gesendet: ${what}, in ${count(requests, "Anfrage", "Anfragen")} (${count(tokens, "Token", "Token")}).`,
    parts: {
      claim: "die Aussage",
      sentence: "der zitierende Satz",
      neighbours: "seine Nachbarn",
      entries: "die Einträge, die gemeint sein können",
      passage: (n) =>
        n <= 3 ? (["keine Stelle", "eine Stelle", "zwei Stellen", "drei Stellen"][n] ?? "") : `${n} Stellen`,
      citing: "Sätze von Arbeiten, die die Quelle zitieren",
    },
    none: "Was offen bleibt, wird niemandem vorgelegt.",
    onRequest: (host) => `Was offen bleibt, kann ${host} vorgelegt werden.`,
    always: (host) => `Was offen bleibt, wird ${host} vorgelegt.`,
    setUp: "Ein Modell einrichten",
    change: "Ändern",
  },

  site: {
    title: (site) => `Auf ${site}`,
    when: "Artikel prüfen",
    whenHint:
      "Citelight bittet den Browser dann um diese Website. Seiten ohne Literaturverzeichnis werden in Ruhe gelassen, und kein Modell wird von selbst gefragt, wenn Sie es nicht unten sagen.",
    check: {
      click: "wenn ich den Knopf drücke",
      open: "immer, wenn ich einen öffne",
      never: "nie",
    },
    endpoint: "Das Modell",
    asEverywhere: "wie überall",
    askMode: {
      off: "wird nie gefragt",
      "on-request": "wird gefragt, wenn ich den Knopf drücke",
      always: "wird bei allem gefragt, was offen bleibt",
    },
    kept: "Gemerkt.",
    notGranted: (site) =>
      `Der Browser hat ${site} nicht erlaubt. Wählen Sie noch einmal, und erlauben Sie es, wenn er fragt.`,
    off: (site) =>
      `Citelight ist auf ${site} abgeschaltet. Wählen Sie hier eine andere Einstellung und drücken Sie dann wieder den Knopf.`,
    list: "Websites",
    none: "Keine Website hat eigene Einstellungen. Sie werden in der Seitenleiste einer Seite gewählt.",
    forget: "Vergessen",
    remove: (site) => `Die Einstellungen von ${site} vergessen`,
  },

  privacy: {
    title: "Was diesen Browser verlässt",
    about:
      "Nichts, wenn Sie es nicht erlauben: Quellenangaben, die nachgeschlagen werden (Titel, Namen, Kennungen), und was Sie einem Modell vorlegen. Jede Anfrage steht hier; die Liste ist nur im Speicher und vergeht mit dem Browser.",
    nothing: "Seit dem Start des Browsers wurde nichts gesendet.",
    when: "Wann",
    what: "Anfrage",
    sent: "Gesendet",
    answer: "Antwort",
    lost: "keine",
    clear: "Liste leeren",
    bytes: (n) => (n === 0 ? "–" : `${n} B`),
  },

  storage: {
    title: "Auf dieser Festplatte",
    use: (megabytes) =>
      `Antworten werden behalten, damit nichts zweimal gefragt wird: ${megabytes.toLocaleString("de", { maximumFractionDigits: 1 })} MB mit allem anderen, was diese Erweiterung behält.`,
    empty: "Antworten vergessen",
    emptied: "Die Antworten wurden vergessen.",
    inUse: "Sie werden vergessen, sobald kein Artikel mehr geprüft wird.",
  },

  transfer: {
    title: "Einstellungen als Datei",
    about:
      "Um Websites, Mail-Adresse und Modell in einen anderen Browser mitzunehmen. Der Schlüssel eines Modells ist nie dabei.",
    save: "Einstellungen speichern",
    load: "Einstellungen laden",
    saved: (name) => `Gespeichert als ${name}.`,
    noSettings:
      "Das ist keine Datei mit Einstellungen von Citelight. Wählen Sie eine, die hier gespeichert wurde.",
    loaded:
      "Die Einstellungen wurden geladen. Drücken Sie „Speichern und testen“, um das Modell zu erlauben, und wählen Sie Websites, die von selbst geprüft werden, noch einmal in ihrer Seitenleiste.",
  },

  welcome: {
    title: "Citelight prüft Zitate, wo Sie sie lesen",
    about:
      "Es findet jedes Zitat eines Artikels, liest die zitierte Quelle, wo sie offen liegt, und zeigt, was die Quelle sagt, neben dem, was der Satz sagt. Sie entscheiden.",
    useTitle: "So geht es",
    steps: [
      "Öffnen Sie einen Artikel: bei arXiv, PubMed Central, einem Verlag, oder ein PDF.",
      "Drücken Sie den Knopf von Citelight in der Symbolleiste. Die Liste öffnet sich an der Seite.",
      "Lesen Sie die markierten Sätze. Zeigen Sie auf eine Markierung, oder drücken Sie die Tasten unten, und ihre Karte zeigt die Belege.",
    ],
    marksTitle: "Was die Markierungen bedeuten",
    lookUpTitle: "Quellenangaben nachschlagen",
    lookUp:
      "Ohne dies kann nur verglichen werden, was im Paket liegt: von fast keinem Artikel die Quellen. Es lässt sich jederzeit in der Seitenleiste ändern.",
    privacyTitle: "Was diesen Browser verlässt",
    options: "Einstellungen öffnen",
  },

  options: {
    title: "Citelight: Einstellungen",
    heading: "Einstellungen",
    mail: "Ihre Mail-Adresse",
    mailHint:
      "Wird Crossref, OpenAlex und Unpaywall genannt, wenn nachgeschlagen wird: bekannten Nutzern antworten sie schneller. Bleibt das Feld leer, wird ihnen nichts genannt.",
    mailSave: "Adresse speichern",
    noMail: "Das ist keine Mail-Adresse.",
    saved: "Gespeichert.",
    lookUp: "Quellenangaben nachschlagen",
  },

  demo: {
    choose: "Artikel",
    sample: "Beispiel",
    article: "Artikel",
    drop: "Ziehen Sie eine .html-Datei hierher, oder",
    browse: "wählen Sie eine Datei",
    dropped: (name) => `Ihre Datei: ${name}`,
    notHtml: (name) =>
      `${name} ist keine HTML-Datei. Speichern Sie die Seite des Artikels als .html und ziehen Sie sie hierher.`,
    tooLarge: (name, megabytes) =>
      `${name} ist größer als ${megabytes} MB. Speichern Sie den Artikel allein, ohne seine Bilder.`,
    unreadable: (name) => `${name} konnte nicht gelesen werden. Wählen Sie sie noch einmal.`,
    noArticle: (title) =>
      `„${title}“ konnte nicht geladen werden. Sehen Sie nach, ob diese Seite noch angeboten wird, und wählen Sie noch einmal.`,
    noIndex:
      "Die Liste der Artikel konnte nicht geladen werden. Laden Sie die Seite neu, oder ziehen Sie eine Datei hierher.",
    figure: "Abbildung weggelassen",
    leaves: {
      nothing: {
        off: "Alles bleibt in diesem Browser.",
        "on-request": "Nur wonach Sie fragen, verlässt diesen Browser.",
        always: "Aussagen, die offen bleiben, verlassen diesen Browser.",
      },
      references: {
        off: "Nur das Literaturverzeichnis verlässt diesen Browser.",
        "on-request": "Das Literaturverzeichnis und wonach Sie fragen, verlassen diesen Browser.",
        always: "Das Literaturverzeichnis und Aussagen, die offen bleiben, verlassen diesen Browser.",
      },
    },
  },

  component: {
    noTarget: (selector) => `cite-light: auf dieser Seite passt nichts zu for="${selector}".`,
    loadFailed: "Die Zitatprüfung konnte nicht geladen werden. Laden Sie die Seite neu.",
  },

  worker: {
    crashed:
      "Die Prüfung wurde unerwartet beendet. Beginnen Sie noch einmal; endet sie wieder, versuchen Sie eine kürzere Seite.",
    unloadable:
      "Die Prüfung konnte nicht begonnen werden. Laden Sie die Seite neu; bleibt es dabei, ist der Browser zu alt, oder die Regeln der Seite verbieten es.",
  },

  extension: {
    noPage: "Öffnen Sie einen Artikel und drücken Sie den Knopf von Citelight in der Symbolleiste.",
    cannotRead: "Diese Seite kann von Erweiterungen nicht gelesen werden. Öffnen Sie die Seite des Artikels.",
    gone: "Die Seite wurde geschlossen oder verlassen.",
    openPdf: "Ein PDF öffnen",
  },

  viewer: {
    tools: "Werkzeuge",
    page: "Seite",
    of: (pages) => `von ${pages}`,
    zoomOut: "Kleiner",
    zoomIn: "Größer",
    zoom: "Größe",
    zooms: { auto: "Automatisch", "page-width": "Seitenbreite", "page-fit": "Ganze Seite" },
    percent,
    rotate: "Seiten drehen",
    find: "Suchen",
    findBar: "Im Dokument suchen",
    findWhat: "Gesuchte Worte",
    next: "Nächster Treffer",
    previous: "Voriger Treffer",
    matchCase: "Groß- und Kleinschreibung",
    wholeWords: "Ganze Wörter",
    closeFind: "Suche schließen",
    found: (current, all) => `${current} von ${all}`,
    notFound: "Nicht gefunden",
    searching: "Wird gesucht",
    open: "Ein PDF öffnen",
    original: "Original",
    originalHint: "die Datei, wo sie herkam (neuer Tab)",
    document: "Dokument",
    link: "Verweis",
    drop: "Ziehen Sie ein PDF hierher, oder wählen Sie eine Datei. Es wird in diesem Browser gelesen.",
    choose: "Datei wählen",
    loading: (name) => `${name} wird geladen`,
    allow: (host) => `${host} erlauben`,
    retry: "Noch einmal versuchen",
    thisComputer: "diesem Gerät",
    notAllowed: (host) =>
      `Citelight darf Dateien von ${host} noch nicht lesen. Erlauben Sie es, oder speichern Sie das PDF und wählen Sie es hier.`,
    fileAccess:
      "Citelight darf Dateien dieses Geräts nicht nach ihrer Adresse öffnen. Wählen Sie die Datei hier. Oder schalten Sie auf der Seite der Erweiterungen „Zugriff auf Datei-URLs zulassen“ für Citelight ein und versuchen Sie es noch einmal.",
    unreachable: (host, reason) =>
      `${host} hat die Datei nicht gesendet (${reason}). Versuchen Sie es noch einmal, oder speichern Sie das PDF und wählen Sie es hier.`,
    unreadable: (name) => `${name} konnte nicht gelesen werden. Wählen Sie sie noch einmal.`,
    status: (code) => `Status ${code}`,
    noPdf: (name) =>
      `${name} ist kein PDF. Ist es eine Seite, die eine Anmeldung verlangt, melden Sie sich dort zuerst an und drücken Sie dann beim PDF selbst den Knopf von Citelight.`,
    empty: (name) => `${name} ist leer. Laden Sie sie noch einmal herunter und wählen Sie sie hier.`,
    tooLarge: (name, megabytes) =>
      `${name} ist größer als ${megabytes} MB. Wählen Sie eine kleinere Fassung.`,
    locked: (name) =>
      `${name} ist mit einem Kennwort geschützt. Speichern Sie in einem PDF-Programm eine Fassung ohne Kennwort und wählen Sie sie hier.`,
    damaged: (name) =>
      `${name} kann nicht gelesen werden: die Datei ist beschädigt oder nicht vollständig. Laden Sie sie noch einmal herunter und wählen Sie sie hier.`,
    noAddress: "Diese Adresse führt zu keiner Datei, die hier geöffnet werden kann. Wählen Sie eine Datei.",
    tooLong: (pages) => `Das Dokument hat mehr als ${pages} Seiten. Prüfen Sie ein Kapitel davon.`,
    tooMuch: (page) =>
      `Das Dokument hat bis Seite ${page} mehr Text, als auf einmal geprüft werden kann. Prüfen Sie ein Kapitel davon.`,
    tooSlow: (page) =>
      `Seite ${page} konnte in einer Minute nicht gelesen werden. Speichern Sie das PDF in einem PDF-Programm neu und wählen Sie diese Fassung.`,
  },
};
