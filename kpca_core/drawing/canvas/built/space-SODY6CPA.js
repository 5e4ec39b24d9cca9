import{a,b,c,d}from"./chunk-DINMSOF3.js";import"./chunk-UECKMTCQ.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
