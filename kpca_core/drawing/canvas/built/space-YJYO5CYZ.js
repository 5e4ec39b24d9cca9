import{a,b,c,d}from"./chunk-2RFKCND5.js";import"./chunk-PDBLUYDL.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
