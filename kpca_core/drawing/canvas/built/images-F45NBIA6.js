import{a}from"./chunk-LL7STWT3.js";import"./chunk-UECKMTCQ.js";export{a as createImages};
