//! Twenty uses of geo: points, lines, rectangles and triangles as arguments, polygons and line strings
//! made of slices and vectors, algorithms through their traits.

use geo::algorithm::line_measures::{Bearing, Destination, Distance, Euclidean, Haversine, Length, Rhumb};
use geo::{
    Area, BoundingRect, Centroid, Contains, Coord, EuclideanDistance, Intersects, Line, LineString, Point, Polygon,
    Rect, Rotate, Scale, Simplify, Translate, Triangle,
};

pub fn distance(a: Point<f64>, b: Point<f64>) -> f64 {
    Euclidean.distance(a, b)
}

pub fn great_circle(a: Point<f64>, b: Point<f64>) -> f64 {
    Haversine.distance(a, b)
}

pub fn bearing(a: Point<f64>, b: Point<f64>) -> f64 {
    Haversine.bearing(a, b)
}

pub fn destination(from: Point<f64>, bearing: f64, distance: f64) -> Point<f64> {
    Haversine.destination(from, bearing, distance)
}

pub fn rhumb_line(a: Point<f64>, b: Point<f64>) -> f64 {
    Rhumb.distance(a, b)
}

pub fn length(line: Line<f64>) -> f64 {
    Euclidean.length(&line)
}

pub fn slope(line: &Line<f64>) -> f64 {
    line.slope()
}

pub fn triangle_area(triangle: Triangle<f64>) -> f64 {
    triangle.signed_area()
}

pub fn triangle_centroid(triangle: &Triangle<f64>) -> Point<f64> {
    triangle.centroid()
}

pub fn rectangle_area(corner: Coord<f64>, other: Coord<f64>) -> f64 {
    Rect::new(corner, other).unsigned_area()
}

pub fn cross(a: Point<f64>, b: Point<f64>, c: Point<f64>) -> f64 {
    a.cross_prod(b, c)
}

pub fn to_segment(point: Point<f64>, line: Line<f64>) -> f64 {
    Euclidean.distance(&point, &line)
}

pub fn polygon_area(corners: [(f64, f64); 4]) -> f64 {
    Polygon::new(LineString::from(corners.to_vec()), vec![]).signed_area()
}

pub fn polygon_centroid(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> Option<Point<f64>> {
    Polygon::new(LineString::from(vec![a, b, c, a]), vec![]).centroid()
}

pub fn path_length(points: Vec<Coord<f64>>) -> f64 {
    Euclidean.length(&LineString::new(points))
}

pub fn bounds(points: &[Coord<f64>]) -> Option<f64> {
    let bounds = LineString::from(points.to_vec()).bounding_rect()?;
    Some(bounds.width() / bounds.height())
}

pub fn turned(line: Line<f64>, degrees: f64) -> f64 {
    line.rotate_around_point(degrees, Point::new(0.0, 0.0)).translate(1.0, 2.0).scale(3.0).dx()
}

pub fn inside(a: Point<f64>, b: Point<f64>, at: Point<f64>) -> bool {
    Rect::new(a, b).contains(&at)
}

pub fn crossing(a: Line<f64>, b: Line<f64>) -> f64 {
    if a.intersects(&b) { 0.0 } else { a.start_point().euclidean_distance(&b.start_point()) }
}

pub fn simplified(points: Vec<Coord<f64>>, epsilon: f64) -> usize {
    LineString::new(points).simplify(epsilon).0.len()
}
