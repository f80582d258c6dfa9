"""Options that several commands share, as declarations. `words.py` turns what was given into arguments."""

from __future__ import annotations

from typing import Annotated, Any

import typer

COLUMNS = "Columns"
DISTANCE = "Distance"
DETAILS = "Details of quasi-identifiers"
PROMISES = "Promises about confidential columns"
FILES = "Files"
CLUSTER = "On a cluster"
SCREEN = "Screen"


def valued(*spellings: str, value: str, panel: str, help: str) -> Any:
    """An option that takes a value: its spellings, what stands for the value, and the heading it stands under."""
    return typer.Option(*spellings, metavar=value, rich_help_panel=panel, help=help)


def written_to(help: str) -> Any:
    """The option that names the file which a command writes."""
    return valued("--output", "-o", value="FILE", panel=FILES, help=help)


FewOption = Annotated[
    str,
    valued(
        "--few",
        value="POLICY",
        panel=PROMISES,
        help="A cell of a survey with fewer than k answers: withhold (default), or join with the nearest cell that has "
        "enough.",
    ),
]
TableArgument = Annotated[
    str,
    typer.Argument(metavar="TABLE", help="The table: CSV, TSV, Excel (.xlsx), Parquet, Arrow, SPSS, Stata or SAS."),
]
BlockRecordsOption = Annotated[
    int | None,
    typer.Option(
        "--block-records",
        help="Work on the table in parts, on disk, and form cells in blocks of about so many records. Default, where a "
        "table does not fit into memory: 100,000.",
    ),
]
MemoryOption = Annotated[
    str | None,
    valued(
        "--memory",
        value="AMOUNT",
        panel=FILES,
        help="How much memory the run may use, such as 4GB. A table that would take more is worked on in parts, on "
        "disk. Default: half of the machine's memory.",
    ),
]
ScratchOption = Annotated[
    str | None,
    valued(
        "--scratch",
        value="FOLDER",
        panel=FILES,
        help="Where records are kept that do not fit into memory, until the run ends. Default: beside the "
        "folder of the output, or where the system keeps temporary files if that cannot be written to.",
    ),
]
EngineOption = Annotated[
    str | None,
    valued(
        "--engine",
        value="NAME",
        panel=CLUSTER,
        help="Where the work is done. With spark, Apache Spark does it, and TABLE is a Parquet file, a folder of them, "
        "or an address that Spark reads. Default: this machine.",
    ),
]
SparkUrlOption = Annotated[
    str | None,
    valued(
        "--spark-url",
        value="URL",
        panel=CLUSTER,
        help="The cluster: sc://host of a Spark Connect server, or spark://host:port of a master. Default: what the "
        "environment says.",
    ),
]
ResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume",
        rich_help_panel=FILES,
        help="Use what the same run had finished when it broke off, out of core or on a cluster.",
    ),
]
QiOption = Annotated[
    list[str] | None,
    valued(
        "--qi",
        value="COLUMNS",
        panel=COLUMNS,
        help="Quasi-identifiers: columns that an outsider may know about a person. Separate them with commas, or "
        "repeat the option.",
    ),
]
IdOption = Annotated[
    list[str] | None,
    typer.Option(
        "--id", metavar="COLUMNS", rich_help_panel=COLUMNS, help="Columns that name a person. They are dropped."
    ),
]
InsensitiveOption = Annotated[
    list[str] | None,
    valued("--insensitive", value="COLUMNS", panel=COLUMNS, help="Harmless columns. They are published unchanged."),
]
ModelArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A quantizer (.json or .shoalq), the specification of a survey, the boxes of a paper form, or the rule of "
        "an allocation (.json).",
    ),
]
MatrixOption = Annotated[
    str | None,
    valued(
        "--matrix",
        value="FILE",
        panel=DISTANCE,
        help="A table of distances such as travel times: a row for each record, in their order or named by the column "
        "of --id, and a column for each centre.",
    ),
]
GraphOption = Annotated[
    str | None,
    valued(
        "--graph",
        value="FILE",
        panel=DISTANCE,
        help="A table of streets with the columns from_x, from_y, to_x, to_y and perhaps length. Distances are along "
        "them.",
    ),
]
PublicKeyOption = Annotated[
    str | None,
    valued(
        "--public-key",
        value="FILE",
        panel=FILES,
        help="The public key (.pub) of the signer. A file with another signature is refused.",
    ),
]
DiscloseOption = Annotated[
    bool,
    typer.Option(
        "--disclose",
        rich_help_panel=FILES,
        help="Write the quantizer even if it contains values of single records. Do not publish such a quantizer.",
    ),
]
ConfidentialOption = Annotated[
    list[str] | None,
    valued(
        "--confidential",
        value="COLUMNS",
        panel=COLUMNS,
        help="Sensitive columns. They are published unchanged; shoal audit measures how well they are protected.",
    ),
]
AuditedConfidentialOption = Annotated[
    list[str] | None,
    valued(
        "--confidential",
        value="COLUMNS",
        panel=COLUMNS,
        help="Sensitive columns of the table. The audit measures how well they are protected.",
    ),
]
ByOption = Annotated[
    list[str] | None,
    valued(
        "--by",
        value="COLUMNS",
        panel=COLUMNS,
        help="Columns that define strata. No cell contains records of two strata.",
    ),
]
WeightOption = Annotated[
    str | None,
    valued(
        "--weight",
        value="COLUMN",
        panel=COLUMNS,
        help="The column with the weight of each record. Weights do not count towards k.",
    ),
]
SamplingFractionOption = Annotated[
    str | None,
    typer.Option(
        "--sampling-fraction",
        metavar="PERCENT",
        help="The share of the population that is in the table, such as 5% or 0.05, for risks in the population.",
    ),
]
MassOption = Annotated[
    str | None,
    valued(
        "--mass",
        value="COLUMN",
        panel=COLUMNS,
        help="The column with the number of persons that each record stands for. It is dropped, and k counts persons.",
    ),
]
HouseholdOption = Annotated[
    str | None,
    typer.Option(
        "--household",
        metavar="COLUMN",
        rich_help_panel=COLUMNS,
        help="The column that says which records are members of one household. It is dropped; the members stay "
        "together, and k counts households.",
    ),
]
HouseholdMembersOption = Annotated[
    str | None,
    typer.Option(
        "--household-members",
        metavar="WAY",
        rich_help_panel=COLUMNS,
        help="Whether the members of a household stay in one class (together), or may be in different classes, each "
        "of which counts households (counted). Default: together.",
    ),
]
RolesOption = Annotated[
    str | None,
    valued(
        "--roles",
        value="FILE",
        panel=COLUMNS,
        help="Read the roles of the columns from this file (.toml or .yaml) instead of the options. shoal roles "
        "proposes one.",
    ),
]
TypeOption = Annotated[
    list[str] | None,
    valued(
        "--type",
        value="COLUMN=TYPE",
        panel=DETAILS,
        help="The type of a column: numeric, integer, date, boolean, ordinal, nominal, taxonomy, latitude or "
        "longitude. Repeatable.",
    ),
]
OrderOption = Annotated[
    list[str] | None,
    valued(
        "--order",
        value="COLUMN=LOW<MID<HIGH",
        panel=DETAILS,
        help="The values of an ordinal column, lowest first. Write it in quotes, because the shell uses < too. "
        "Repeatable.",
    ),
]
TaxonomyOption = Annotated[
    list[str] | None,
    valued(
        "--taxonomy",
        value="COLUMN=FILE",
        panel=DETAILS,
        help="The taxonomy of a column: a CSV file with the columns value and parent. Repeatable.",
    ),
]
NewTaxonomyOption = Annotated[
    list[str] | None,
    valued(
        "--taxonomy",
        value="COLUMN=FILE",
        panel=DETAILS,
        help="A newer taxonomy, for categories that are not in the quantizer. Repeatable.",
    ),
]
AttributeWeightOption = Annotated[
    list[str] | None,
    valued(
        "--attribute-weight",
        value="COLUMN=NUMBER",
        panel=DETAILS,
        help="How much a quasi-identifier counts in the distance. Default: 1. Repeatable.",
    ),
]
RoundingOption = Annotated[
    list[str] | None,
    valued(
        "--rounding",
        value="COLUMN=DECIMALS",
        panel=DETAILS,
        help="The number of decimals of released numbers. -2 rounds to hundreds, 'none' keeps all digits of the mean. "
        "Default: as many decimals as the column has. Repeatable.",
    ),
]
MissingOption = Annotated[
    list[str] | None,
    valued(
        "--missing",
        value="POLICY",
        panel=DETAILS,
        help="What to do with records that lack a quasi-identifier: refuse (default), drop, or own-cell (cells of "
        "their own). COLUMN=POLICY sets it for one column. Repeatable.",
    ),
]
EncodingOption = Annotated[
    str | None, typer.Option("--encoding", rich_help_panel=FILES, help="The encoding of a text file. Default: UTF-8.")
]
DelimiterOption = Annotated[
    str | None,
    typer.Option(
        "--delimiter",
        rich_help_panel=FILES,
        help=r"The delimiter of a text file: one character, or tab (also \t). Default: chosen by the suffix.",
    ),
]
NaOption = Annotated[
    list[str] | None,
    valued(
        "--na",
        value="SPELLING",
        panel=FILES,
        help="A text that means 'missing' in a text file, in addition to an empty field, such as '?' or -999. "
        "Repeatable.",
    ),
]
SheetOption = Annotated[
    str | None,
    typer.Option(
        "--sheet", rich_help_panel=FILES, help="Of a workbook with several sheets: its name, or its number from 1."
    ),
]
QuoteFormulasOption = Annotated[
    bool,
    typer.Option(
        "--quote-formulas",
        rich_help_panel=FILES,
        help="Put an apostrophe before texts that spreadsheet programs would run as formulas.",
    ),
]
CertifyOption = Annotated[
    float | None,
    typer.Option(
        "--certify",
        metavar="SECONDS",
        help="Spend this many seconds on a sharper bound: how far the cells can be from the optimum. Default: a quick "
        "bound.",
    ),
]
DominanceOption = Annotated[
    str | None,
    typer.Option(
        "--dominance",
        metavar="PERCENT",
        help="Refuse a release in which a member of a class could estimate an outstanding value to within this "
        "percentage, such as 10% (the p %-rule). Without it such classes are counted at 10%, with a warning.",
    ),
]
SuppressOption = Annotated[
    str | None,
    typer.Option(
        "--suppress",
        metavar="PERCENT",
        help="Leave out at most this percentage of the records, such as 1%: those that cost most distortion. The "
        "report says how many, and how they differ as a group.",
    ),
]
FewestRecordsOption = Annotated[
    int | None,
    typer.Option(
        "--fewest-records",
        metavar="N",
        help="With masses: no record stands for more than 1/N of the persons of its class, so a class has at least N "
        "records. At least 2. Default: 3.",
    ),
]
EarlierOption = Annotated[
    list[str] | None,
    typer.Option(
        "--earlier",
        metavar="MANIFEST",
        help="The manifest of an earlier release of the same people, or its folder. The two releases together then "
        "protect them as well as each alone. Needs --person. Repeatable.",
    ),
]
PersonOption = Annotated[
    str | None,
    typer.Option(
        "--person",
        metavar="COLUMN",
        help="With --earlier: the column that has one value for each person in all original tables. It is dropped.",
    ),
]
ChangesOption = Annotated[
    str | None,
    typer.Option(
        "--changes",
        metavar="merge|leave-out",
        help="With --earlier, where people went or changed: merge cells until they are hidden (default), or leave the "
        "rest of their earlier class out.",
    ),
]
DiversityOption = Annotated[
    list[str] | None,
    typer.Option(
        "--diversity",
        metavar="COLUMN=RULE",
        rich_help_panel=PROMISES,
        help="Every class has at least so many different values of a confidential column: diagnosis=3. Other rules, in "
        "quotes: 'diagnosis=entropy(2.5)', 'recursive(c=3, l=2)', 'distinct(3, apart=1000)', 'largest(0.5)'. "
        "Repeatable, also for one column.",
    ),
]
ClosenessOption = Annotated[
    list[str] | None,
    typer.Option(
        "--closeness",
        metavar="COLUMN=RULE",
        rich_help_panel=PROMISES,
        help="In every class a confidential column is distributed nearly as in the whole table (t-closeness): "
        "income=0.2. Other rules, in quotes: 'income=close(0.2, ground=rank)', 'delta(1)', 'beta(2)'. Repeatable.",
    ),
]
MissingConfidentialOption = Annotated[
    str,
    typer.Option(
        "--missing-confidential",
        metavar="POLICY",
        rich_help_panel=PROMISES,
        help="What a missing value of such a column is: value (a value of its own, the default), or refuse.",
    ),
]
ConfidentialTaxonomyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--taxonomy",
        metavar="COLUMN=FILE",
        rich_help_panel=COLUMNS,
        help="The taxonomy of a confidential column, for its closeness: a CSV file with the columns value and parent. "
        "Repeatable.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", rich_help_panel=SCREEN, help="Print one JSON object and nothing else.")
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", rich_help_panel=SCREEN, help="Print nothing, except errors.")
]
