// The distribution of a wager's results as bars. Results are few and far apart (lose one, win a thousand), so each
// gets a bar of its own, side by side, and the long tails are gathered.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { fraction } from "./fractions";
import { count as grouped, percentOf, upTo } from "./locale";

export interface Bar {
  label: string;
  probability: number;
  sign: -1 | 0 | 1;
}

const EDGES = [10, 20, 50, 100, 200, 500, 1000, 5000, 10_000];

/** How much came back or was lost, as people write it. */
export function units(value: number): string {
  const text = upTo(value, 3);
  return value > 0 ? `+${text}` : text;
}

export function bars(distribution: readonly { net: string; count: string }[], total: string, most = 21): Bar[] {
  const all = Number(total);
  const rows = distribution
    .map(({ net, count }) => ({ net: fraction(net), probability: Number(count) / all }))
    .sort((a, b) => a.net - b.net);
  const found = new Map<string, Bar>();
  for (const { net, probability } of rows) {
    const label = rows.length <= most ? units(net) : gathered(net);
    const bar = found.get(label) ?? { label, probability: 0, sign: Math.sign(net) as Bar["sign"] };
    bar.probability += probability;
    found.set(label, bar);
  }
  return [...found.values()];
}

/** The bar of a result where there are many: far ones share one. */
export function gathered(net: number): string {
  const size = Math.abs(net);
  if (size <= 6) return units(Math.sign(net) * Math.round(size));
  const above = EDGES.find((edge) => size <= edge);
  const sign = net > 0 ? "+" : "−";
  if (!above) return `${sign}${grouped(10_000)} and more`;
  const below = above === 10 ? 7 : (EDGES[EDGES.indexOf(above) - 1] ?? 0);
  return `${sign}${grouped(below)} to ${grouped(above)}`;
}

export function percentText(share: number): string {
  if (share === 0) return percentOf(0, 0);
  const digits = share >= 0.0001 ? 2 : 1 - Math.floor(Math.log10(share * 100)); // of a small share the first two
  return percentOf(share, digits);
}

/** From `floor` to 1 by powers of ten. */
function decades(floor: number): number[] {
  const found = [1];
  while ((found[0] ?? 0) > floor * 1.5) found.unshift((found[0] ?? 1) / 10);
  return found;
}

const COLOURS: Record<string, string> = { "-1": "#e08a7d", "0": "#9cc7ee", "1": "#6fcf8d" };

/** Draws into `target`; call `destroy` on what it gives back. Widths follow the element's. */
export function drawBars(target: HTMLElement, shown: readonly Bar[], { logarithmic = false } = {}): uPlot {
  const width = (): number => Math.max(240, target.clientWidth);
  const count = shown.length;
  const seriesOf = (sign: number): (number | null)[] =>
    shown.map((bar) => (bar.sign === sign ? bar.probability : null));
  const least = Math.min(...shown.map((bar) => bar.probability).filter((share) => share > 0));
  const floor = 10 ** Math.floor(Math.log10(least));
  const paths = uPlot.paths.bars?.({ size: [0.7, 60] });
  const many = count > 9;
  const options: uPlot.Options = {
    width: width(),
    height: 240,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, count - 0.4] },
      y: logarithmic ? { distr: 3, range: [floor, 1] } : { range: (_, __, max) => [0, max * 1.08] },
    },
    axes: [
      {
        stroke: "#c3cdc6",
        grid: { show: false },
        ticks: { show: false },
        splits: () => shown.map((_, place) => place),
        values: (_, places) => places.map((place) => shown[place]?.label ?? ""),
        rotate: many ? -55 : 0,
        size: many ? 78 : 34,
        font: "12px sans-serif",
      },
      {
        stroke: "#c3cdc6",
        grid: { stroke: "#2b4338", width: 1 },
        ticks: { show: false },
        ...(logarithmic ? { splits: () => decades(floor) } : {}),
        values: (_, shares) => shares.map((share) => `${upTo(Number((share * 100).toPrecision(3)), 12)}%`),
        size: 62,
        font: "12px sans-serif",
      },
    ],
    series: [
      {},
      ...[-1, 0, 1].map((sign) => ({
        fill: COLOURS[String(sign)],
        stroke: COLOURS[String(sign)],
        width: 0,
        points: { show: false },
        ...(paths ? { paths } : {}),
        ...(logarithmic ? { fillTo: floor } : {}),
      })),
    ],
  };
  const data: uPlot.AlignedData = [shown.map((_, place) => place), seriesOf(-1), seriesOf(0), seriesOf(1)];
  const chart = new uPlot(options, data, target);
  const observer = new ResizeObserver(() => chart.setSize({ width: width(), height: 240 }));
  observer.observe(target);
  const destroy = chart.destroy.bind(chart);
  chart.destroy = () => {
    observer.disconnect();
    destroy();
  };
  return chart;
}
