import{a,b,c,d}from"./chunk-C6XLA3YR.js";import"./chunk-EWGYLUA3.js";export{c as arrangeScores,b as columnsOf,a as createScores,d as paintAxes};
