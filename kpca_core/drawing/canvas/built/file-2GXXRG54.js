import{a as r,c as t,d as h,e as m}from"./chunk-ALEM7JUB.js";import{a as e,b as a}from"./chunk-ZZK6GHZ2.js";import"./chunk-RLDZEBEI.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
