import{a}from"./chunk-OQF7OFK2.js";import"./chunk-RLDZEBEI.js";export{a as createImages};
