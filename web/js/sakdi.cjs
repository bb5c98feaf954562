// Sakdi for `require`. The package is an ES module, which CommonJS can only import with a promise: what waits for
// something works at once, and the rest after `ready()` has resolved.

"use strict";

/** The module, once it is loaded. @type {any} */
let sakdi;
const load = async () => (sakdi = await import("./sakdi.js"));

/** A function of the module that returns a promise. @param {string} name */
const waiting = (name) => async (/** @type {unknown[]} */ ...args) => (await load())[name](...args);

exports.__esModule = true;
exports.default = waiting("default");
exports.analyse = waiting("analyse");
exports.fetchTables = waiting("fetchTables");
exports.loadTables = waiting("loadTables");
exports.ready = waiting("ready");

/**
 * What stands for a class, a function or a constant of the module until it is loaded, so that a program may name it at its beginning:
 * `const { Board, ready } = require("sakdi")`.
 *
 * @param {string} name
 */
function standIn(name) {
  const loaded = () => {
    if (!sakdi) throw new Error(`sakdi: await ready() before the first use of ${name}`);
    return sakdi[name];
  };
  const isConstant = name === "Notation" || name === "Termination";
  return new Proxy(isConstant ? {} : function () {}, {
    apply: (_, self, args) => Reflect.apply(loaded(), self, args),
    construct: (_, args, made) => Reflect.construct(loaded(), args, made),
    get: (_, key) => loaded()[key],
    ...(isConstant ? constantTraps(loaded) : {}),
  });
}

/** What lists the names of a constant. @param {() => any} loaded */
function constantTraps(loaded) {
  return {
    has: (/** @type {object} */ _, /** @type {PropertyKey} */ key) => key in loaded(),
    ownKeys: () => Reflect.ownKeys(loaded()),
    getOwnPropertyDescriptor: (/** @type {object} */ _, /** @type {PropertyKey} */ key) => {
      const found = Reflect.getOwnPropertyDescriptor(loaded(), key);
      // The stand-in has no names of its own, so none may be fixed.
      return found && { ...found, configurable: true };
    },
  };
}

for (const name of ["Board", "Explorer", "Game", "GameTree", "Notation", "RemoteTables", "Termination", "capturesToHand", "info", "levels", "loadVariantConfig", "readGamePGN",
  "readGameTrees", "readGamesPGN", "reportOf", "setOption", "setOptionBool", "setOptionInt", "startingFen", "validateFen", "variants"]) {
  Object.defineProperty(exports, name, {
    enumerable: true,
    get: () => (sakdi ? sakdi[name] : standIn(name)),
  });
}
