// Bars of one or two sides beside each other.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { upTo } from "$lib/display/locale";

export interface Bars {
  labels: string[];
  sides: (number | null)[][]; // in percent
}

export const SIDE_COLOURS = ["#e8c56b", "#6fb3e0"] as const;
const HEIGHT = 220;
const AXIS = 62; // the room of the figures at the left

/** Draws into `target`; call `destroy` on what it gives back. Widths follow the element's. */
export function drawSides(target: HTMLElement, { labels, sides }: Bars): uPlot {
  const width = (): number => Math.max(240, target.clientWidth);
  const two = sides.length > 1;
  const longest = Math.max(...labels.map((label) => label.length));
  const turned = labels.length * (longest * 7 + 10) > width() - AXIS;
  const room = turned ? Math.min(78, 26 + longest * 5) : 34;
  const options: uPlot.Options = {
    width: width(),
    height: HEIGHT + room - 34,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, labels.length - 0.4] },
      y: { range: (_, least, most) => [Math.min(0, least * 1.1), Math.max(0, most * 1.1) || 1] },
    },
    axes: [
      {
        stroke: "#c3cdc6",
        grid: { show: false },
        ticks: { show: false },
        splits: () => labels.map((_, place) => place),
        values: (_, places) => places.map((place) => labels[place] ?? ""),
        rotate: turned ? -55 : 0,
        size: room,
        font: "12px sans-serif",
      },
      {
        stroke: "#c3cdc6",
        grid: { stroke: "#2b4338", width: 1 },
        ticks: { show: false },
        values: (_, shares) => shares.map((share) => `${upTo(Number(share.toPrecision(3)), 6)}%`),
        size: AXIS,
        font: "12px sans-serif",
      },
    ],
    series: [
      {},
      ...sides.map((_, side) => {
        // The bars of two sides stand to the left and to the right of their place.
        const align = two ? (side === 0 ? -1 : 1) : 0;
        const paths = uPlot.paths.bars?.({ size: [two ? 0.38 : 0.6, 48], align });
        const colour = SIDE_COLOURS[side] ?? SIDE_COLOURS[0];
        return { fill: colour, stroke: colour, width: 0, points: { show: false }, ...(paths ? { paths } : {}) };
      }),
    ],
  };
  const chart = new uPlot(options, [labels.map((_, place) => place), ...sides], target);
  const observer = new ResizeObserver(() => chart.setSize({ width: width(), height: options.height }));
  observer.observe(target);
  const destroy = chart.destroy.bind(chart);
  chart.destroy = () => {
    observer.disconnect();
    destroy();
  };
  return chart;
}
