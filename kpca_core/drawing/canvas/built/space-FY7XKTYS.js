import{a,b,c,d}from"./chunk-XHZE4I6H.js";import"./chunk-RLDZEBEI.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
