import{a as r,c as t,d as h,e as m}from"./chunk-BXV4MLE2.js";import{a as e,b as a}from"./chunk-OKQMBM2F.js";import"./chunk-QKURBCQF.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
