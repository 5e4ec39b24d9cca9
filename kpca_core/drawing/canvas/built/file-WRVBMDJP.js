import{a as r,c as t,d as h,e as m}from"./chunk-WIMZRSH7.js";import{a as e,b as a}from"./chunk-5RP35EWD.js";import"./chunk-WELYHFYD.js";var i=a(r(),{theme:h});m(i.redraw);i.show(await e(await t()));
