// Puts the modules of the charting library together. Each calls `define` with the names of what it
// needs and a function; this is the little of a module loader that they ask for.

const modules = { vega: {} };
const moduleName = (name) => (name === "vega-selection" ? "vega-selections" : name);

function bundle(name, body) {
  const define = (needs, make) => {
    const made = {};
    make(...needs.map((need) => (need === "exports" ? made : modules[need])));
    modules[moduleName(name)] = made;
  };
  define.amd = true;
  body(define);
}
