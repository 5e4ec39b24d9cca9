import{a}from"./chunk-N7JFUCTL.js";import"./chunk-JMBWGBEH.js";export{a as createImages};
