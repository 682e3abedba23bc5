// Ten uses of glm: vectors, matrices and quaternions, by value and by reference.
#define GLM_ENABLE_EXPERIMENTAL
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtx/norm.hpp>

glm::vec3 unit(glm::vec3 v) { return glm::normalize(v); }
float cosine(const glm::vec3 &a, const glm::vec3 &b) { return glm::dot(a, b) / (glm::length(a) * glm::length(b)); }
glm::vec3 mirrored(glm::vec3 incident, glm::vec3 normal) { return glm::reflect(incident, normal); }
glm::vec3 bent(const glm::vec3 &incident, const glm::vec3 &normal, float eta) { return glm::refract(incident, normal, eta); }
glm::mat4 camera(glm::vec3 eye, glm::vec3 centre, glm::vec3 up) { return glm::lookAt(eye, centre, up); }
glm::mat4 projection(float angle, float aspect, float near, float far) { return glm::perspective(angle, aspect, near, far); }
float volume(const glm::mat3 &m) { return glm::determinant(m); }
glm::mat4 undone(const glm::mat4 &m) { return glm::inverse(m); }
glm::quat between(const glm::quat &a, const glm::quat &b, float t) { return glm::slerp(a, b, t); }
double blended(glm::dvec4 a, glm::dvec4 b, double t) { return glm::length2(glm::mix(a, b, t)); }
