import{a as r,c as t,d as h,e as m}from"./chunk-EJFU6EIF.js";import{a as e,b as a}from"./chunk-37ZCOES4.js";import"./chunk-DGGUIPNU.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
