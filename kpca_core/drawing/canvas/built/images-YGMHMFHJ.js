import{a}from"./chunk-LTQOPXP7.js";import"./chunk-D3NG63U6.js";export{a as createImages};
