import{a,b,c,d}from"./chunk-ULEZDYIN.js";import"./chunk-WELYHFYD.js";export{c as arrangeScores,b as columnsOf,a as createScores,d as paintAxes};
