import{a,b,c,d}from"./chunk-4NEOPNZW.js";import"./chunk-NNVLDINY.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
