"""YAML without what lets a few lines mean something else than they seem to."""

from __future__ import annotations

from typing import Any


def strict_loader() -> Any:
    """yaml.SafeLoader that refuses a key given twice, which YAML forbids and PyYAML lets pass, and every anchor.

    Anchors (&name) and aliases (*name) let a few lines stand for more values than any memory holds.
    """
    import yaml

    class Strict(yaml.SafeLoader):
        def compose_node(self, parent: Any, index: Any) -> Any:
            event = self.peek_event()  # type: ignore[no-untyped-call]
            if getattr(event, "anchor", None) is not None:
                raise yaml.composer.ComposerError(
                    None,
                    None,
                    "anchors (&) and aliases (*) are not allowed here. Write the values out",
                    event.start_mark,
                )
            return super().compose_node(parent, index)

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            seen: set[Any] = set()
            for key_node, _ in node.value:
                key = self.construct_object(key_node, deep=True)
                if isinstance(key, (list, dict)) or key in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, "a key is given twice or is no text", key_node.start_mark
                    )
                seen.add(key)
            return dict(super().construct_mapping(node, deep=deep))

    return Strict
