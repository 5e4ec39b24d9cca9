import{a,b,c,d,e}from"./chunk-MTG4XKZF.js";import"./chunk-UECKMTCQ.js";export{c as arrangeScores,b as columnsOf,a as createScores,e as paintAxes,d as placeOn};
