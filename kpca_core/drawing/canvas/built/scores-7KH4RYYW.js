import{a,b,c,d}from"./chunk-SNRRIBS4.js";import"./chunk-QKURBCQF.js";export{c as arrangeScores,b as columnsOf,a as createScores,d as paintAxes};
