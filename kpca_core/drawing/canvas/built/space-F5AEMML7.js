import{a,b,c,d}from"./chunk-EG25W76N.js";import"./chunk-QKURBCQF.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
