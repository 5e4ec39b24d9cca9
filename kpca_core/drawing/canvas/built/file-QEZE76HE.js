import{a as r,d as t,e as h,f as m}from"./chunk-INTU3CXI.js";import{a as e,b as a}from"./chunk-VSL6RW7X.js";import"./chunk-FRUL7ZFK.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
