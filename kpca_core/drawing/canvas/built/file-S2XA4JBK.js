import{a as r,c as t,d as h,e as m}from"./chunk-3EOJQUHL.js";import{a as e,b as a}from"./chunk-PBVWJERR.js";import"./chunk-D3NG63U6.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
