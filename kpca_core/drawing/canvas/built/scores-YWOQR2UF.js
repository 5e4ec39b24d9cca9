import{a,b,c,d}from"./chunk-WLI6ZHIC.js";import"./chunk-NNVLDINY.js";export{c as arrangeScores,b as columnsOf,a as createScores,d as paintAxes};
