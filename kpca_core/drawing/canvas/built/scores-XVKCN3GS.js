import{a,b,c,d}from"./chunk-G53BJXYA.js";import"./chunk-DGGUIPNU.js";export{c as arrangeScores,b as columnsOf,a as createScores,d as paintAxes};
