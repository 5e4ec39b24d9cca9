import{a as r,c as t,d as h,e as m}from"./chunk-2EQWYT3Q.js";import{a as e,b as a}from"./chunk-VA2OB4GG.js";import"./chunk-EWGYLUA3.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
