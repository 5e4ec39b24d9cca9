import{a,b,c,d}from"./chunk-FFS6ZJUN.js";import"./chunk-WELYHFYD.js";export{a as createSpace,d as extent,c as projection,b as solidOf};
