import{a,b,c,d}from"./chunk-LTUYB7Z2.js";import"./chunk-FRUL7ZFK.js";export{c as arrangeScores,b as columnsOf,a as createScores,d as paintAxes};
