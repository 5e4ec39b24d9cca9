import{a,b,c}from"./chunk-RD6JLNV2.js";import"./chunk-D3NG63U6.js";export{a as createSpace,c as projection,b as solidOf};
