import{a,b,c,d}from"./chunk-FD5O76XU.js";import"./chunk-FRUL7ZFK.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
