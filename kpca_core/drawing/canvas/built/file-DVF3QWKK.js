import{a as r,c as t,d as h,e as m}from"./chunk-B7HRDTMJ.js";import{a as e,b as a}from"./chunk-4L4IJHDM.js";import"./chunk-JMBWGBEH.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
