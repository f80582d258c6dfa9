"""What remains of an allocation: the rule by which later records find their centre, as a file and as a map.

Input: a `Partition` of `shoal.allocate` with its points. Output: an `AllocationRule`, which anybody can save, load and
apply. Nothing here is anonymous: a rule says where every single record goes. Open `rule.py` first.

    rule.py       AllocationRule: the public class
    model.py      centres and their costs as plain data; assigns later records
    costs.py      random costs that keep an allocation, so that borders reveal nothing
    file.py       the file of a rule, and all checks when it is read
    kind.py       what such a file says that it is
    coverage.py   the region of each centre as GeoJSON

`allocation.schema.json` is the published schema of a file.
"""
