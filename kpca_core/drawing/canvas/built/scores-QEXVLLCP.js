import{a,b,c,d}from"./chunk-IIUWQBVG.js";import"./chunk-D3NG63U6.js";export{b as arrangeScores,a as createScores,d as paintAxes,c as placeOn};
