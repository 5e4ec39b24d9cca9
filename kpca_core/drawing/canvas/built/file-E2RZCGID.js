import{a as r,c as t,d as h,e as m}from"./chunk-KTF2CGLY.js";import{a as e,b as a}from"./chunk-X2O5S6CM.js";import"./chunk-PDBLUYDL.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
