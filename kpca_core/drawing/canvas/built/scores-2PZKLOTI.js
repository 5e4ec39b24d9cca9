import{a,b,c,d}from"./chunk-A5GB5JD6.js";import"./chunk-PDBLUYDL.js";export{c as arrangeScores,b as columnsOf,a as createScores,d as paintAxes};
