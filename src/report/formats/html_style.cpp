// SPDX-License-Identifier: MIT
#include "report/formats/html_style.hpp"

#include "report/formats/svg_canvas.hpp"

namespace reconverge::report {
namespace {

constexpr auto layout = R"css(
*{box-sizing:border-box}
html{color-scheme:light dark;scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--rc-paper);color:var(--rc-ink);line-height:1.55;
 font:16px/1.55 system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
a{color:var(--rc-s0)}
:focus-visible{outline:3px solid var(--rc-s1);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--rc-paper);padding:.5rem}
.page{max-width:58rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
/* The whole of a name that takes more lines is in the heading's tooltip, and on paper. */
h1{font-size:1.9rem;line-height:1.2;margin:.5rem 0 1rem;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
h2{font-size:1.4rem;line-height:1.25;margin:3rem 0 .75rem;padding-bottom:.3rem;
 border-bottom:1px solid var(--rc-grid);overflow-wrap:anywhere}
p,figcaption,li{overflow-wrap:anywhere}
p{max-width:44rem}
nav{margin:1.5rem 0;padding:.75rem 1rem;border:1px solid var(--rc-grid);border-radius:8px}
/* Long contents scroll, so that what comes first stays in the window. */
@media screen{header+nav{max-height:15rem;overflow:auto;margin-bottom:-1rem}}
nav h2{font-size:1rem;margin:0;padding:0;border:0}
nav ol{margin:.4rem 0 0;padding-left:.5rem;columns:16rem;column-gap:1.5rem}
nav li{margin:0 0 .3rem 1.7rem;break-inside:avoid}
figure{margin:1.75rem 0}
/* What is far from the window costs no layout. The padding keeps room for outlines, which are cut at its edge. */
figure:is([data-chart],.long-table){margin:1.4rem -6px;padding:6px;content-visibility:auto;contain-intrinsic-size:auto 30rem}
/* A table that needs more room than text has it, where the window does; first on the right, to begin as text does. */
@media screen and (min-width:60rem){
 .wide{--rc-width:min(100vw - 2.4rem,88rem,2*var(--rc-half));
  --rc-left:min(0px,50vw + min(50vw,29rem) - 2.45rem - var(--rc-width))}
 figure.wide{margin-inline:var(--rc-left) calc(100% - var(--rc-width) - var(--rc-left))}
 .wide>:not(.scroll){margin-left:calc(-1*var(--rc-left))}
 .workbench .wide{--rc-left:0px}
 .workbench figure.wide.wide.wide{margin-inline:0;max-width:min(100%,calc(2*var(--rc-half)))}
 .wide td.endless{max-width:none;min-width:7.8em}
}
@media screen and (min-width:60rem) and (max-width:80rem){.wide .long{min-width:10rem}}
figcaption{font-weight:600;max-width:44rem;margin-bottom:.5rem}
/* An applet is as wide as the window, within reason. */
.applet{margin-inline:calc(50% - min(50vw - 1.2rem,44rem))}
.answer{margin:.6rem 0;font-size:.95rem}
.answer div{display:flex;gap:.8rem}
.answer dt{flex:0 0 8.5rem;color:var(--rc-muted)}
.answer dd{margin:0;overflow-wrap:anywhere;min-width:0}
@media screen and (max-width:30rem){.answer div{display:block}.answer div+div{margin-top:.25rem}}
.arrow{white-space:nowrap}
@media (min-width:40.01rem){.option{white-space:nowrap}}
.workbench .page{padding-top:.4rem;max-width:88rem}
.workbench h1{font-size:1.25rem;margin:.1rem 0}
.workbench .answer{margin:.2rem 0;font-size:.85rem;line-height:1.4}
.workbench .applet{margin:.4rem 0}
.workbench main>section:first-child>h2,.workbench .applet>figcaption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.workbench section:not(:first-child)>*{max-width:58rem}
.workbench .long{min-width:9rem}
.scroll{overflow:auto;max-width:100%}
.drawing{border:1px solid var(--rc-grid);border-radius:8px}
.drawing .rc-svg{display:block;width:100%;max-width:760px;min-width:480px;height:auto;margin:0 auto}
.rows{max-height:75vh;border:1px solid var(--rc-grid);border-radius:8px}
table{border-collapse:separate;border-spacing:0;font-size:.9rem;line-height:1.4;font-variant-numeric:tabular-nums}
.rows table{min-width:100%}
th,td{padding:.35rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rc-grid)}
td{min-width:3rem;max-width:26rem;overflow-wrap:break-word}
tbody tr:last-child>*{border-bottom:0}
thead :is(th,td){position:sticky;top:0;background:var(--rc-paper);vertical-align:bottom;
 border-bottom:2px solid var(--rc-rule)}
.lead tbody td:first-child{position:sticky;left:0;background:var(--rc-paper)}
.lead thead tr>:first-child{left:0;z-index:1}
.number{text-align:right;white-space:nowrap}
.about{margin-top:3rem}
.many :is(td,th){min-width:0;padding:.3rem .14rem}
main>section>ol{max-width:44rem;padding-left:1.8rem}
th.number{white-space:normal}
.sort{font:inherit;color:inherit;background:none;border:0;padding:0;text-align:inherit;cursor:pointer;text-decoration:underline dotted;text-underline-offset:3px}
th[aria-sort=ascending] .sort::after{content:"\a0\25B2"}th[aria-sort=descending] .sort::after{content:"\a0\25BC"}
.sortable{width:100%}
.sortable :is(td,th){min-width:0;padding:.35rem .45rem;overflow-wrap:break-word}
td.endless{overflow-wrap:anywhere;min-width:9rem}
.sortable td.endless{max-width:13rem}
@media screen and (min-width:60rem){figure:not(.wide) td.brief{white-space:nowrap}figure:not(.wide) .brief wbr{display:none}}
@media screen and (min-width:80rem){.wide td.brief{white-space:nowrap}.wide .brief wbr{display:none}}
.absent{color:var(--rc-muted);font-style:italic}
.absent a{color:inherit}
sup{line-height:0}
.long{min-width:15rem}
.properties{margin:0;width:100%}
.properties th{font-weight:500;color:var(--rc-muted);white-space:nowrap;width:1%}
.properties td{max-width:none;overflow-wrap:anywhere}
details{margin:.5rem 0}
summary{cursor:pointer;color:var(--rc-muted)}
figure>details>summary{font-weight:600}
.remarks{font-size:.9rem;color:var(--rc-muted);margin:.6rem 0 0;padding-left:1.3rem;max-width:46rem}
.remarks strong{color:var(--rc-ink);font-weight:600}
.remarks :target{outline:2px solid var(--rc-s1)}
pre{overflow:auto;padding:.8rem 1rem;border:1px solid var(--rc-grid);border-radius:8px;
 font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media (max-width:40rem){
 body{font-size:15px}
 .page{padding:1rem .9rem 3rem}
 h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.2rem}
 th,td{padding:.3rem .4rem}
 .properties th,.properties td{display:block;width:auto;white-space:normal}
 .properties th{border:0;padding-bottom:0}.properties td{padding-top:0}
}
@media screen and (max-width:40rem){
 /* A shadow at the right edge says that there is more; at the end of the way paper lies over it. */
 .rows{background:linear-gradient(270deg,var(--rc-paper) 40%,transparent) right/2.5rem 100% no-repeat local,
  linear-gradient(270deg,color-mix(in srgb,var(--rc-ink) 30%,transparent),transparent) right/.8rem 100% no-repeat scroll}
}
.sort-by{display:none}
/* On a phone a row of a long table is a card of its own; each cell says its title, and one line above what they are
 sorted by. The title is beside its cell, not a part of its line: the marks of footnotes stay with their words. */
@media screen and (max-width:40rem){
 .labelled,.labelled :is(thead,tbody,tr,td){display:block}
 .labelled thead{display:none}
 .sort-by:has(+.labelled){display:flex;gap:.5rem;align-items:center;position:sticky;top:0;z-index:1;padding:.35rem .5rem;
  background:var(--rc-paper);border-bottom:2px solid var(--rc-rule);font-size:.9rem}
 .sort-by label{flex:1;display:flex;gap:.5rem;align-items:center;min-width:0}
 .sort-by select{flex:1;min-width:0}
 .sort-by :is(select,button){font:inherit;color:inherit;background:var(--rc-paper);border:1px solid var(--rc-rule);
  border-radius:6px;padding:.15rem .5rem;min-height:2rem}
 .labelled.lead tbody td:first-child{position:static}
 .labelled tbody tr{padding:.35rem .5rem;border-bottom:1px solid var(--rc-rule)}
 .labelled td,.labelled td.endless{min-width:0;max-width:none}
 .labelled td{display:flow-root;border:0;padding:0 0 0 9.8rem;max-width:none;text-align:left;white-space:normal}
 .labelled td::before{content:attr(data-label);float:left;width:9.2rem;margin-left:-9.8rem;color:var(--rc-muted);font-style:normal}
}
@media print{
 html{color-scheme:light}
 body{font-size:10.5pt}
 .page{max-width:none;padding:0}
 figure:is([data-chart],.long-table){content-visibility:visible;margin:1.4rem 0;padding:0}
 nav,.skip,details:not([open]){display:none}
 h1{display:block}
 .rows,.scroll{max-height:none;overflow:visible;border:0}
 thead :is(th,td),.lead tbody td:first-child{position:static}
 /* Columns share the width of the paper, and none is lost at its edge. */
 table{width:100%;font-size:var(--rc-print,7.5pt)}
 th,td,.number,.long,.sortable :is(td,th){min-width:0;max-width:none;padding:.15em .4em;white-space:normal;overflow-wrap:break-word}
 .rows :is(td,th).breaks{overflow-wrap:anywhere;min-width:7.8em;max-width:none}
 .rows td:is(.number,.whole){white-space:nowrap;overflow-wrap:normal}
 .many :is(td,th){padding:.15em .2em}
 thead{display:table-header-group}
 /* A heading, a figure and its caption are one thing, and two of them have room on a sheet. */
 tr,figcaption,.drawing,figure:has(>.drawing){break-inside:avoid}
 figcaption+.drawing{break-before:avoid}
 h2,figcaption{break-after:avoid}
 h2{margin-top:1.8rem}
 .drawing .rc-svg{min-width:0;max-width:min(100%,14cm)}
 .sort{text-decoration:none}
 /* Heads of numbers take more lines before names do. */
 .sortable th.number{width:1%}
 .applet,.workbench .applet{margin-inline:0}
 pre{white-space:pre-wrap}
 a{color:inherit;text-decoration:none}
}
)css";

}  // namespace

std::string page_style() { return colour_variables(":root") + drawing_rules() + layout; }

}  // namespace reconverge::report
