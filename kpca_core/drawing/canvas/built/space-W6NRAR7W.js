import{a,b,c,d}from"./chunk-ZM6NCKJL.js";import"./chunk-JMBWGBEH.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
