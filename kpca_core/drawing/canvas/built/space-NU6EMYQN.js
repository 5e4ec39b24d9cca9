import{a,b,c,d}from"./chunk-MOY7OPHJ.js";import"./chunk-DGGUIPNU.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
