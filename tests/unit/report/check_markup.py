# SPDX-License-Identifier: MIT
"""Reads an SVG or XHTML-style file with a real XML parser and prints what is wrong with it.

Beyond well-formedness: ids are unique, every reference inside the page has a target, and nothing
is loaded from elsewhere. Exit status 0 means nothing is wrong.
"""
import sys
import xml.etree.ElementTree as ElementTree

faults = []
try:
    elements = list(ElementTree.parse(sys.argv[1]).iter())
except ElementTree.ParseError as error:
    sys.exit(f"not well-formed: {error}")

ids = [element.get("id") for element in elements if element.get("id")]
faults += [f"id {name} is there twice" for name in set(ids) if ids.count(name) > 1]
for element in elements:
    tag = element.tag.split("}")[-1]
    references = (element.get("aria-labelledby") or "").split()
    link = element.get("href") or ""
    if link.startswith("#"):
        references.append(link[1:])
    elif link and not link.startswith("data:"):
        faults.append(f"{tag} refers to {link}")
    faults += [f"{tag} refers to the missing id {name}" for name in references if name not in ids]
    # Scripts are the page's own: they show its password, or are data.
    if tag == "script" and not element.get("nonce") and element.get("type") != "application/json":
        faults.append("a script that is not the page's own")
    if tag in ("iframe", "object", "embed", "img", "image", "use", "b", "foreignObject"):
        faults.append(f"unexpected element {tag}")
    faults += [f"{tag} has the handler {name}" for name in element.attrib if name.startswith("on")]
    if tag == "style" and ("url(" in (element.text or "") or "@import" in (element.text or "")):
        faults.append("the style sheet loads something")
sys.exit("\n".join(faults) or 0)
