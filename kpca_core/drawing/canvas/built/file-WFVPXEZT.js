import{a as r,c as t,d as h,e as m}from"./chunk-SQ4COZOO.js";import{a as e,b as a}from"./chunk-JZHZ7IQ3.js";import"./chunk-UECKMTCQ.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
