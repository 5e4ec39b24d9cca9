import{a,b,c,d,e}from"./chunk-VRDCAOOZ.js";import"./chunk-RLDZEBEI.js";export{c as arrangeScores,b as columnsOf,a as createScores,e as paintAxes,d as placeOn};
