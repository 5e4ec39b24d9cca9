import{a,b,c,d}from"./chunk-2BYL4WCT.js";import"./chunk-EWGYLUA3.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
