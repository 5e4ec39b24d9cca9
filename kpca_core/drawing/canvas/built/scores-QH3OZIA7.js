import{a,b,c,d,e}from"./chunk-MRADB64C.js";import"./chunk-JMBWGBEH.js";export{c as arrangeScores,b as columnsOf,a as createScores,e as paintAxes,d as placeOn};
