import{a as r,c as t,d as h,e as m}from"./chunk-PMJF2N6H.js";import{a as e,b as a}from"./chunk-WJ7NFS6Z.js";import"./chunk-NNVLDINY.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
