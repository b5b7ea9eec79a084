/** What a reader chooses in the extension, in German. */

import type { ExtensionMessages, Messages } from "../messages";
import { megabytes, number } from "./general";

export const siteWords: ExtensionMessages["site"] = {
  title: (site) => `Auf ${site}`,
  experimental: "experimentell",
  untried:
    "Citelight wurde auf dieser Website noch nicht getestet. Prüfen Sie, ob die Markierungen bei den Verweisen stehen, bevor Sie sich darauf verlassen.",
  when: "Artikel prüfen",
  whenHint:
    "Um Artikel beim Öffnen zu prüfen, braucht Citelight Ihre Erlaubnis für diese Website. Seiten ohne Literaturverzeichnis werden übersprungen. Ein KI-Modell wird nur gefragt, wenn Sie es unten einstellen.",
  check: {
    click: "wenn ich auf die Schaltfläche klicke",
    open: "immer beim Öffnen",
    never: "nie",
  },
  endpoint: "KI-Zweitmeinung",
  asEverywhere: "wie überall",
  askMode: {
    off: "nie",
    "on-request": "wenn ich auf „KI-Modell fragen“ klicke",
    always: "bei jeder nicht eindeutigen Aussage",
  },
  kept: "Gespeichert.",
  notGranted: (site) =>
    `Der Browser hat ${site} nicht erlaubt. Wählen Sie noch einmal und stimmen Sie der Nachfrage zu.`,
  off: (site) =>
    `Citelight ist auf ${site} ausgeschaltet. Ändern Sie die Einstellung hier und klicken Sie dann noch einmal auf Citelight.`,
  list: "Websites",
  none: "Keine Website hat eigene Einstellungen. Öffnen Sie einen Artikel und ändern Sie sie am Ende der Seitenleiste unter „Auf (Website)“.",
  forget: "Entfernen",
  remove: (site) => `Einstellungen für ${site} entfernen`,
};

export const privacyWords: ExtensionMessages["privacy"] = {
  title: "Was diesen Browser verlässt",
  about:
    "Nichts ohne Ihre Erlaubnis. Wenn Sie das Nachschlagen einschalten: Titel, Namen und Kennungen der Literaturangaben. Wenn Sie ein KI-Modell einrichten: die Aussagen, die Sie ihm senden, und auf Wunsch Bilder von Seiten ohne Text. Wenn Sie ein Sprachmodell hinzufügen: die Anfrage nach seinen Dateien. Die Optionen zeigen jede Anfrage, bis Sie den Browser schließen; die Liste wird nie gespeichert.",
  nothing: "Seit dem Start des Browsers wurde nichts gesendet.",
  when: "Wann",
  what: "Anfrage",
  sent: "Gesendet",
  answer: "Antwort",
  lost: "keine",
  clear: "Liste leeren",
  bytes: (n) => (n === 0 ? "–" : `${number(n)} B`),
};

export const storageWords: Messages["storage"] = {
  title: "Speicher",
  use: (size) =>
    `Citelight belegt ${size < 0.1 ? `weniger als ${megabytes(0.1, 1)}` : megabytes(size, 1)} auf diesem Gerät. Antworten werden zwischengespeichert, damit nichts zweimal nachgeschlagen wird.`,
  empty: "Zwischenspeicher leeren",
  emptied: "Zwischenspeicher geleert.",
  notEmptied:
    "Der Zwischenspeicher wird gerade verwendet. Schließen Sie die Artikel, die geprüft werden, und versuchen Sie es noch einmal.",
};

export const transferWords: ExtensionMessages["transfer"] = {
  title: "Einstellungen exportieren und importieren",
  about:
    "Überträgt Sprache, Websites, E-Mail-Adresse und KI-Modell in einen anderen Browser. Schlüssel sind nie enthalten.",
  save: "Einstellungen exportieren",
  load: "Einstellungen importieren",
  saved: (name) => `Als ${name} gespeichert.`,
  told: {
    none: "Das ist keine Einstellungsdatei von Citelight. Wählen Sie eine, die hier exportiert wurde.",
    all: "Einstellungen importiert. Wenn Sie ein KI-Modell verwenden, klicken Sie auf „Speichern und testen“, um es zu erlauben. Schalten Sie automatische Prüfungen in der Seitenleiste jeder Website wieder ein.",
    "without-mail":
      "Einstellungen importiert, außer der E-Mail-Adresse: Geben Sie sie oben ein, damit Ihr Browser um Erlaubnis fragen kann. Wenn Sie ein KI-Modell verwenden, klicken Sie auf „Speichern und testen“, um es zu erlauben. Schalten Sie automatische Prüfungen in der Seitenleiste jeder Website wieder ein.",
  },
};

export const welcomeWords: ExtensionMessages["welcome"] = {
  title: "Citelight prüft Verweise dort, wo Sie sie lesen",
  about:
    "Es findet jeden Verweis in einem Artikel, schlägt die Literaturangabe nach, liest die Quelle, sofern sie frei zugänglich ist, und zeigt neben dem Satz, was die Quelle sagt. Sie entscheiden.",
  pinTitle: "Schaltfläche anheften",
  pin: {
    chrome: "Klicken Sie in der Symbolleiste auf das Puzzleteil und dann auf die Stecknadel neben Citelight.",
    firefox:
      "Klicken Sie in der Symbolleiste auf das Puzzleteil, dann auf das Zahnrad neben Citelight und auf „An Symbolleiste anheften“.",
  },
  tryTitle: "Ausprobieren",
  trial: "„Attention Is All You Need“ auf arXiv öffnen (neuer Tab)",
  steps: [
    "Öffnen Sie diesen oder einen anderen Artikel auf arXiv, in PubMed Central oder auf der Seite eines Verlags, oder ein PDF.",
    "Klicken Sie in der Symbolleiste auf Citelight. Die Seitenleiste öffnet sich.",
    "Zeigen Sie auf einen markierten Satz oder verwenden Sie die Tasten unten. Eine Karte zeigt den Beleg.",
  ],
  marksTitle: "Bedeutung der Markierungen",
  lookUpTitle: "Nachschlagen einschalten",
  lookUp:
    "Ohne Nachschlagen kann Citelight nicht sagen, ob es ein Werk gibt und was darin steht. Sie können es jederzeit in der Seitenleiste ausschalten.",
  optional: (title) => `${title} (optional)`,
  privacyTitle: "Was diesen Browser verlässt",
  options: "Optionen öffnen",
};

export const optionsWords: ExtensionMessages["options"] = {
  title: "Citelight: Optionen",
  heading: "Optionen",
  mail: "Ihre E-Mail-Adresse (optional)",
  mailHint:
    "Wird bei jedem Nachschlagen an Crossref, OpenAlex, DataCite und Unpaywall gesendet: Bekannten antworten sie schneller. Lassen Sie das Feld leer, um anonym zu bleiben.",
  mailSave: "Adresse speichern",
  noMail: "Das ist keine E-Mail-Adresse.",
  saved: "Gespeichert.",
  notSaved: "Nicht gespeichert: Der Browser hat das Senden nicht erlaubt.",
  lookUp: "Nachschlagen",
  language: "Sprache",
  languageHint:
    "Für Seitenleiste, Karten, Seiten und PDF-Betrachter. Zitate bleiben in der Sprache ihrer Quelle; Berichte und einige technische Details sind auf Englisch.",
  advanced: "Erweitert",
  asBrowser: "wie im Browser",
};

export const policyWords: Messages["policy"] = {
  label: "Regeln der Tagung für Literaturangaben",
  hint: "Welche Abweichungen einer Literaturangabe von ihrem Eintrag in den Datenbanken ein Problem, ein Hinweis oder nichts sind. Markierungen, Karten, Zahlen, Liste und Exporte richten sich danach; was nach den Regeln nicht zählt, erscheint nur, wenn Sie danach filtern. Gefunden wird unter allen Regeln dasselbe.",
  none: "Keine",
  profiles: {
    default: "Standard der Befehlszeile",
    "neurips-2026": "Regeln von NeurIPS 2026",
    "iclr-2026": "Regeln von ICLR 2026",
    strict: "Streng: Jede Abweichung ist ein Fehler",
    lenient: "Nachsichtig: Nur ein unauffindbares Werk ist ein Fehler",
  },
  names: {
    default: "den Standardregeln",
    "neurips-2026": "den Regeln von NeurIPS 2026",
    "iclr-2026": "den Regeln von ICLR 2026",
    strict: "den strengen Regeln",
    lenient: "den nachsichtigen Regeln",
  },
  other: (name) => `den Regeln „${name}“`,
  line: {
    error: (policy) => `Fehler nach ${policy}`,
    warning: (policy) => `Zu prüfen nach ${policy}`,
    note: (policy) => `Hinweis nach ${policy}`,
    none: (policy) => `Kein Problem nach ${policy}`,
  },
  levels: {
    error: "Fehler nach den Regeln",
    warning: "Nach den Regeln zu prüfen",
    note: "Hinweis nach den Regeln",
  },
};

export const findingsPlaceWords: ExtensionMessages["findingsPlace"] = {
  title: "Veröffentlichte Befunde",
  label: "Befunde nach DOI suchen bei (optional)",
  hint: "Eine https-Adresse, die {doi} enthält. Wenn Sie einen Artikel prüfen, wird seine DOI dorthin gesendet, und dort veröffentlichte Befunde werden angezeigt. Der Server muss erlauben, dass Seiten seine Dateien lesen (Access-Control-Allow-Origin). Bleibt das Feld leer, wird nur dort gesucht, wohin die Seite eines Artikels verweist.",
  save: "Ort speichern",
  removed: "Entfernt.",
  faults: {
    address: "Geben Sie eine https-Adresse ein.",
    doi: "Setzen Sie {doi} dort ein, wo die DOI des Artikels stehen soll.",
  },
};

export const sourceKeyWords: ExtensionMessages["sourceKeys"] = {
  label: (source) => `Ihr Schlüssel für ${source}`,
  gains: {
    openalex:
      "Kostenlos bei openalex.org. Ohne Schlüssel beantwortet OpenAlex etwa 100 Suchen am Tag, mit Schlüssel etwa 1000.",
    semanticscholar:
      "Erhältlich bei semanticscholar.org. Ohne Schlüssel teilen Sie das Kontingent mit allen anderen und müssen oft warten.",
  },
  kept: "Ein Schlüssel ist gespeichert. Geben Sie einen anderen ein, um ihn zu ersetzen.",
  about:
    "Jeder Schlüssel wird nur an seinen Dienst gesendet. Er steht nie in einer Seite, einem Protokoll oder exportierten Einstellungen.",
  save: "Schlüssel speichern",
  removeShort: "Schlüssel entfernen",
  remove: (source) => `Schlüssel für ${source} entfernen`,
  removed: (source) => `Schlüssel für ${source} entfernt.`,
  noKey: (source) =>
    `Das ist kein Schlüssel für ${source}: Schlüssel bestehen aus Buchstaben, Ziffern und Zeichen ohne Leerzeichen.`,
  nothing: "Geben Sie zuerst einen Schlüssel ein.",
};

export const addedModelWords: ExtensionMessages["addedModels"] = {
  title: "Größere Sprachmodelle",
  about:
    "Zwei kleine Sprachmodelle gehören zu Citelight und arbeiten offline. Sie können größere hinzufügen: Jedes wird einmal von Hugging Face heruntergeladen, geprüft und auf diesem Gerät ausgeführt. Von einer Seite wird nichts gesendet.",
  roles: {
    nli: "Beurteilt anstelle des mitgelieferten Modells, ob eine Passage einem Satz widerspricht oder ihn stützt. Laut seinen Autoren gelingt ihm das viel besser; es braucht dafür ein Mehrfaches der Zeit. Wie oft es bei Zitaten recht hat, ist nicht gemessen; was ihm auffällt, wird deshalb als Hinweis gezeigt.",
    "cross-encoder":
      "Liest die aussichtsreichsten Passagen einer Quelle zusammen mit dem Satz und stellt die besten voran. Es entscheidet nichts und verlangsamt Prüfungen.",
  },
  facts: (size, licence) => `${megabytes(size)}, ${licence}`,
  download: "Herunterladen",
  downloadModel: (model) => `Herunterladen: ${model}`,
  continueDownload: "Weiter herunterladen",
  continueModel: (model) => `Weiter herunterladen: ${model}`,
  stop: "Anhalten",
  stopModel: (model) => `Anhalten: ${model}`,
  remove: "Entfernen",
  removeModel: (model) => `Entfernen: ${model}`,
  coming: (received, total) => `Wird heruntergeladen: ${number(received)} von ${megabytes(total)}`,
  part: (received, total) => `${number(received)} von ${megabytes(total)} heruntergeladen.`,
  stored: "Heruntergeladen. Wird ab der nächsten Prüfung verwendet.",
  cannotRun:
    "Dieser Build von Citelight kann hinzugefügte Modelle nicht ausführen. Ein veröffentlichtes Paket kann es.",
  failures: {
    quota:
      "Der Browser hat zu wenig Speicher dafür. Entfernen Sie ein Modell oder schaffen Sie Platz, und laden Sie dann weiter.",
    interrupted: "Die Verbindung ist abgebrochen. Was angekommen ist, bleibt erhalten.",
    stopped: "Angehalten. Was angekommen ist, bleibt erhalten.",
    server:
      "Hugging Face kann diese Datei jetzt nicht senden. Versuchen Sie es später noch einmal, oder suchen Sie nach einer neueren Version von Citelight.",
    refused:
      "Die Datei ist nicht die erwartete und wurde gelöscht. Versuchen Sie es noch einmal; geschieht es wieder, suchen Sie nach einer neueren Version von Citelight.",
    busy: "Eine andere Seite lädt dieses Modell gerade herunter.",
    missing: "Der Browser hat dieses Modell gelöscht. Laden Sie es noch einmal herunter.",
    storage:
      "Der Browser konnte es nicht speichern. In privaten Fenstern ist der Speicher möglicherweise abgeschaltet.",
  },
};
