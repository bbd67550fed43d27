/** Of answers for a tracker: what `tracking_mode=1_axis` stands for, which other services' axes need not be. */
export const ONE_AXIS_NOTICE =
  "the plane turns about its axis by 45° either way, and back where rows would shade one another (ground cover 0.3)";
